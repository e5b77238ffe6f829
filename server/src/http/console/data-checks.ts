import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { may, refusalOf } from '../../core/access/index.ts';
import type { Context } from '../../core/context/index.ts';
import { actorOf } from '../../core/sessions/index.ts';
import { fault, HarkError } from '../../lib/errors.ts';
import { foreignForm, requireOwnOrigin } from '../base/form.ts';
import type { Check } from '../request/check.ts';
import { signedInOf } from '../request/session.ts';
import { visitorOf } from '../request/visitor.ts';
import type { Caller } from './operation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    consoleCaller?: Caller;
  }
}

/** Returns the signed-in caller. Throws if the checks haven't run yet, which is a bug. */
export function callerOf({ consoleCaller }: FastifyRequest): Caller {
  if (!consoleCaller) throw fault('not_signed_in', "This route doesn't check for a session.");
  return consoleCaller;
}

/** Check: a user must be signed in. The session is never cached, so an ended session is rejected immediately. */
export const requireSession =
  (context: Context): Check =>
  async (request) => {
    const signedIn = await signedInOf(context, request);
    if (!signedIn) {
      throw new HarkError('unauthenticated', 'signed_out', 'You are no longer signed in. Sign in again.');
    }
    const { session, formToken } = signedIn;
    const visitor = visitorOf(request);
    const { principal } = session;
    request.consoleCaller = {
      context,
      session,
      principal,
      visitor,
      actor: actorOf(session, visitor),
      formToken,
    };
  };

/**
 * Check: a change must come from Hark's page in this browser, verified by origin and form token (security 9,
 * CSRF).
 */
export const requireOwnPage: Check = (request) => {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  requireOwnOrigin(request);
  const sent = Buffer.from(String(request.headers['x-form-token'] ?? ''));
  const wanted = Buffer.from(callerOf(request).formToken);
  if (sent.length !== wanted.length || !timingSafeEqual(sent, wanted)) throw foreignForm();
};

/** Check: the caller's role must allow this act at all. The use cases check single records. */
export const requireAct: Check = (request) => {
  const { permission } = request.routeOptions.config;
  const { principal } = callerOf(request);
  if (typeof permission !== 'string' || may(principal, permission)) return;
  throw refusalOf(principal.role, permission);
};
