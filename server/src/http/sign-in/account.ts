import type { FastifyReply, FastifyRequest } from 'fastify';
import { listOwnClients, removeClientOf } from '../../core/api-clients/index.ts';
import { makeChange } from '../../core/audit/index.ts';
import type { Context } from '../../core/context/index.ts';
import { listGrants, revokeGrantAs } from '../../core/oauth/index.ts';
import { actorOf, changePassword, endSession, listSessions } from '../../core/sessions/index.ts';
import { readSettings } from '../../core/workspaces/index.ts';
import { HarkError } from '../../lib/errors.ts';
import type { ApiClientId, GrantId, SessionId } from '../../lib/ids.ts';
import { type Form, formOf } from '../pages/form.ts';
import { keepSession, requireOwnForm, type SignedIn, sendToSignIn, signedInOf } from '../request/session.ts';
import { visitorOf } from '../request/visitor.ts';
import { sendAccountPage } from './account-page.ts';
import { queryOf } from './sign-in.ts';
import type { SignInOptions } from './sign-in-options.ts';

const notices = new Map([
  [
    'password-changed',
    'Your password was changed. All other sessions and apps lost access, and you have a new API key. Your API clients still have access; check them below.',
  ],
  ['password-set', 'Your password was set. Your API clients still have access; check them below.'],
  ['client-deleted', 'The API client was deleted.'],
  ['session-ended', 'The session was signed out.'],
  ['app-removed', 'The app no longer has access.'],
]);

/**
 * The page shows only this many grants, newest first. Only a user who authorizes the same app over and over
 * has more.
 */
const maxGrants = 100;

async function listsOf(context: Context, { session }: SignedIn) {
  const { workspace, user } = session.principal;
  const [sessions, grants, clients, { timezone }] = await Promise.all([
    listSessions(context, session),
    listGrants(context, workspace.id, user.email, { limit: maxGrants }),
    listOwnClients(context, workspace.id, user),
    readSettings(context, workspace.id),
  ]);
  return { sessions, grants, clients, timezone };
}

export const showAccount =
  ({ context }: SignInOptions) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const signedIn = await signedInOf(context, request);
    if (!signedIn) return sendToSignIn(request, reply);
    const notice = notices.get(queryOf(request).get('notice') ?? '');
    return sendAccountPage(reply, { signedIn, ...(await listsOf(context, signedIn)), notice });
  };

type SignedInForm = (
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: SignedIn,
  form: Form,
) => Promise<FastifyReply>;

/** Accepts only forms sent by signed-in users from Hark's own pages. */
const onlySignedIn =
  ({ context }: SignInOptions, act: SignedInForm) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const signedIn = await signedInOf(context, request);
    if (!signedIn) return sendToSignIn(request, reply, '/account');
    const form = formOf(request);
    requireOwnForm(request, form, signedIn.formToken);
    return act(request, reply, signedIn, form);
  };

/** `POST /account/password`: changes the password. */
export const doChangePassword = (options: SignInOptions) =>
  onlySignedIn(options, async (request, reply, signedIn, form) => {
    const [present, wanted] = [form.get('password') ?? '', form.get('new_password') ?? ''];
    try {
      if (form.get('repeated') !== wanted) throw differentTwice();
      const started = await changePassword(
        options.context,
        signedIn.session,
        { present, wanted },
        visitorOf(request),
      );
      keepSession(request, reply, started);
      return reply.redirect('/account?notice=password-changed', 303);
    } catch (error) {
      if (!(error instanceof HarkError) || error.kind !== 'invalid') throw error;
      return sendAccountPage(reply, {
        signedIn,
        ...(await listsOf(options.context, signedIn)),
        error: error.message,
      });
    }
  });

export const differentTwice = () =>
  new HarkError('invalid', 'different_passwords', "The passwords don't match. Enter them again.");

/** `POST /account/end-session`: ends one of the user's sessions. */
export const doEndSession = (options: SignInOptions) =>
  onlySignedIn(options, async (request, reply, { session }, form) => {
    const ended = Number(form.get('session'));
    if (Number.isSafeInteger(ended))
      await endSession(options.context, session, ended as SessionId, visitorOf(request));
    return reply.redirect('/account?notice=session-ended', 303);
  });

/** `POST /account/remove-app`: revokes the app's access. Succeeds even if the app no longer has access. */
export const doRemoveApp = (options: SignInOptions) =>
  onlySignedIn(options, async (request, reply, { session }, form) => {
    const grant = Number(form.get('grant'));
    if (Number.isSafeInteger(grant)) {
      await revokeGrantAs(options.context, session.principal, request.ip, grant as GrantId).catch(
        ignoreEnded,
      );
    }
    return reply.redirect('/account?notice=app-removed', 303);
  });

/**
 * `POST /account/delete-client`: deletes the client, which revokes its token. Succeeds even if the client is
 * already deleted.
 */
export const doDeleteClient = (options: SignInOptions) =>
  onlySignedIn(options, async (request, reply, { session }, form) => {
    const client = Number(form.get('client'));
    const { workspace, user } = session.principal;
    if (Number.isSafeInteger(client)) {
      const actor = actorOf(session, visitorOf(request));
      await makeChange(options.context, workspace.id, actor, (change) =>
        removeClientOf(change, user, client as ApiClientId),
      ).catch(ignoreEnded);
    }
    return reply.redirect('/account?notice=client-deleted', 303);
  });

function ignoreEnded(error: unknown): void {
  if (!(error instanceof HarkError) || error.kind !== 'not-found') throw error;
}
