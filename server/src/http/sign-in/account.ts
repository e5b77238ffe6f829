import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendToSignIn, signedInOf } from '../request/session.ts';
import type { SignInOptions } from './sign-in-options.ts';

/** `GET /account`: the previous URL of the account page, which is in the console now. */
export const showAccount =
  ({ context }: SignInOptions) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const { search } = new URL(request.url, 'http://own.invalid');
    const page = `/settings/account${search}`;
    return (await signedInOf(context, request))
      ? reply.redirect(page, 303)
      : sendToSignIn(request, reply, page);
  };
