import type { FastifyReply, FastifyRequest } from 'fastify';
import { signOut } from '../../core/sessions/index.ts';
import { formOf, requireOwnOrigin } from '../pages/form.ts';
import { ownPath } from '../pages/own-path.ts';
import { dropSession, heldSession, requireOwnForm, sendToSignIn, signedInOf } from '../request/session.ts';
import { workspaceOf } from '../request/workspace-by-host.ts';
import type { SignInOptions } from './sign-in-options.ts';

/** `POST /sign-out`: ends the session; with a `return_to`, somebody else may sign in and go on there. */
export const doSignOut =
  ({ context }: SignInOptions) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const form = formOf(request);
    // A form of another site comes without the cookie, and looks like that of nobody; the answer would take the cookie away.
    requireOwnOrigin(request);
    const signedIn = await signedInOf(context, request);
    const held = heldSession(request);
    // A session that has ended by itself is signed out already.
    if (signedIn && held !== undefined) {
      requireOwnForm(request, form, signedIn.formToken);
      await signOut(context, workspaceOf(request), held);
    }
    dropSession(request, reply);
    const returnTo = ownPath(form.get('return_to'));
    if (returnTo !== undefined) return sendToSignIn(request, reply, returnTo);
    return reply.redirect('/sign-in?notice=signed-out', 303);
  };
