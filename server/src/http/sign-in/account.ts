import type { FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from '../base/request-target.ts';
import { sendToSignIn, signedInOf } from '../request/session.ts';
import type { SignInOptions } from './sign-in-options.ts';

/** `GET /account`: the previous URL of the account page, which is in the console now. */
export const showAccount =
  ({ context }: SignInOptions) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const page = `/settings/account${request.url.slice(pathOf(request.url).length)}`;
    return (await signedInOf(context, request))
      ? reply.redirect(page, 303)
      : sendToSignIn(request, reply, page);
  };
