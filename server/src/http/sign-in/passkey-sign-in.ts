import type { FastifyReply, FastifyRequest } from 'fastify';
import { beginPasskeySignIn, finishWithPasskey } from '../../core/sign-in/index.ts';
import { formOf } from '../base/form.ts';
import { keepSession, requireVisitorForm, signInRequestOf } from '../request/session.ts';
import { returnPathOf } from './return-path.ts';
import type { SignInOptions } from './sign-in-options.ts';

/** `POST /sign-in/passkey/options`: returns what the browser asks the passkey. */
export const beginPasskeyStep =
  ({ context }: SignInOptions) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    requireVisitorForm(request, formOf(request));
    return reply.send(await beginPasskeySignIn(context, signInRequestOf(request)));
  };

/** `POST /sign-in/passkey`: creates a session for the passkey's user. */
export const doPasskeyStep =
  ({ context }: SignInOptions) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const form = formOf(request);
    requireVisitorForm(request, form);
    const response = form.get('response') ?? '';
    keepSession(request, reply, await finishWithPasskey(context, signInRequestOf(request), response));
    return reply.redirect(returnPathOf(form), 303);
  };
