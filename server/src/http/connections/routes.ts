import type { FastifyReply, FastifyRequest } from 'fastify';
import { finishSignIn, requireConnectionManager, startSignIn } from '../../core/connections/index.ts';
import type { Context } from '../../core/context/index.ts';
import { isConfirmed } from '../../core/sign-in/index.ts';
import type { Egress } from '../../lib/egress/egress.ts';
import { HarkError } from '../../lib/errors.ts';
import type { ConnectionId } from '../../lib/ids.ts';
import { requireOwnOrigin } from '../base/form.ts';
import { queryOf } from '../base/request-target.ts';
import { sendErrorPage, sendNotFoundPage } from '../pages/not-found-page.ts';
import { type ErrorRenderer, statusTable } from '../request/errors.ts';
import { sendToConfirm, sendToSignIn, signedInOf } from '../request/session.ts';
import type { Surface } from '../request/surface.ts';
import { visitorOf } from '../request/visitor.ts';

interface ConnectOptions {
  readonly context: Context;
  readonly egress: Egress;
}

const statusOf = statusTable();

const renderConnectError: ErrorRenderer = (error, _request, reply) =>
  error.code === 'unknown_route'
    ? sendNotFoundPage(reply, 'unknown-path')
    : sendErrorPage(reply, statusOf(error), error.message);

/**
 * Connects a connection to an outside service in an administrator's browser (spec/connections §3.4).
 */
export const connectSurface = (options: ConnectOptions): Surface => ({
  name: 'connections',
  prefix: '/connections',
  checks: [],
  routes: [
    {
      method: 'GET',
      path: '/:id(^\\d{1,15}$)/connect',
      permission: 'connections.manage',
      handler: connectHandler(options),
    },
    { method: 'GET', path: '/callback', permission: 'connections.manage', handler: callbackHandler(options) },
  ],
  renderError: renderConnectError,
});

/** Redirects to the outside service. Only Hark's own pages can start this, because it replaces the sign-in. */
const connectHandler =
  ({ context }: ConnectOptions) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const signedIn = await signedInOf(context, request);
    if (!signedIn) return sendToSignIn(request, reply);
    requireConnectionManager(signedIn.session.principal);
    requireOwnOrigin(request);
    // A confirmation at the identity provider returns from another site, which can't start this.
    const returnTo = signedIn.session.isSso ? '/settings/secrets?tab=connections' : request.url;
    if (!isConfirmed(context, signedIn.session)) return sendToConfirm(reply, returnTo);
    // Link checkers send HEAD. They must not start anything.
    if (request.method === 'HEAD') return reply.code(204).send();
    const { id } = request.params as { id: string };
    const location = await startSignIn(context, signedIn.session, Number(id) as ConnectionId);
    return reply.header('cache-control', 'no-store').redirect(location, 303);
  };

/** Receives the code from the outside service, and returns to the console with the result. */
const callbackHandler =
  ({ context, egress }: ConnectOptions) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const signedIn = await signedInOf(context, request);
    if (!signedIn) throw signedOut();
    requireConnectionManager(signedIn.session.principal);
    if (request.method === 'HEAD') return reply.code(204).send();
    const sent = queryOf(request.url);
    const answer = {
      state: sent.get('state') ?? '',
      code: sent.has('error') ? undefined : (sent.get('code') ?? undefined),
    };
    const { session } = signedIn;
    const { connection, result } = await finishSignIn(context, egress, session, visitorOf(request), answer);
    const query = new URLSearchParams({ connection: String(connection), result });
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(`/settings/secrets?${query}`, 303);
  };

const signedOut = () =>
  new HarkError(
    'forbidden',
    'signed_out_of_hark',
    'You were signed out of Hark, so nothing was connected. Sign in and connect again.',
  );
