import type { FastifyReply, FastifyRequest } from 'fastify';
import { signOut } from '../../core/sessions/index.ts';
import { formOf, requireOwnOrigin } from '../base/form.ts';
import { ownPath } from '../base/own-path.ts';
import { dropSession, heldSession, requireOwnForm, sendToSignIn, signedInOf } from '../request/session.ts';
import { workspaceOf } from '../request/workspace-by-host.ts';
import type { SignInOptions } from './sign-in-options.ts';

/**
 * `POST /sign-out`: ends the session, but not the one at the identity provider (spec/single-sign-on §5.2). With
 * `return_to`, another user can sign in and continue there.
 */
export const doSignOut =
  ({ context }: SignInOptions) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const form = formOf(request);
    // A cross-site form doesn't send the cookie, so the user looks signed out, but the response would still
    // delete the cookie.
    requireOwnOrigin(request);
    const signedIn = await signedInOf(context, request);
    const held = heldSession(request);
    // If the session has expired, the user is already signed out.
    if (signedIn && held !== undefined) {
      requireOwnForm(request, form, signedIn.formToken);
      await signOut(context, workspaceOf(request), held);
    }
    dropSession(request, reply);
    const returnTo = ownPath(form.get('return_to'));
    if (returnTo !== undefined) return sendToSignIn(request, reply, returnTo);
    return reply.redirect('/sign-in?notice=signed-out', 303);
  };
