import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../core/context/index.ts';
import { type Form, formOf } from '../base/form.ts';
import { anySignedInOf, requireOwnForm, type SignedIn, sendToSignIn } from '../request/session.ts';

export type Page = (
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: SignedIn,
) => Promise<FastifyReply>;

export type FormAct = (
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: SignedIn,
  form: Form,
) => Promise<FastifyReply>;

/** Shows a page to users who have signed in, even if a required second factor is still missing. */
export const onSignedIn =
  ({ context }: { readonly context: Context }, page: Page) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const signedIn = await anySignedInOf(context, request);
    return signedIn ? page(request, reply, signedIn) : sendToSignIn(request, reply);
  };

/** Accepts only forms that such a user has sent from Hark's own pages. */
export const onSignedInForm = (options: { readonly context: Context }, act: FormAct) =>
  onSignedIn(options, (request, reply, signedIn) => {
    const form = formOf(request);
    requireOwnForm(request, form, signedIn.formToken);
    return act(request, reply, signedIn, form);
  });
