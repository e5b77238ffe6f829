import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { may, refusalOf } from '../../core/access/index.ts';
import type { Context } from '../../core/context/index.ts';
import { actorOf } from '../../core/sessions/index.ts';
import { fault, HarkError } from '../../lib/errors.ts';
import { foreignForm, requireOwnOrigin } from '../pages/form.ts';
import type { Check } from '../request/check.ts';
import { signedInOf } from '../request/session.ts';
import { visitorOf } from '../request/visitor.ts';
import type { Caller } from './operation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    consoleCaller?: Caller;
  }
}

/** Who asks. There is no default: asking before the checks is a mistake in the service. */
export function callerOf({ consoleCaller }: FastifyRequest): Caller {
  if (!consoleCaller) throw fault('not_signed_in', 'This route is outside of the checks for a session.');
  return consoleCaller;
}

/** Check: somebody is signed in; read anew every time, so a session that was ended is ended here too. */
export const requireSession =
  (context: Context): Check =>
  async (request) => {
    const signedIn = await signedInOf(context, request);
    if (!signedIn) {
      throw new HarkError('unauthenticated', 'signed_out', 'You are not signed in any more. Sign in again.');
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

/** Check: a change comes from our own page in this browser (security 9, CSRF): its origin, and what only that page knows. */
export const requireOwnPage: Check = (request) => {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  requireOwnOrigin(request);
  const sent = Buffer.from(String(request.headers['x-form-token'] ?? ''));
  const wanted = Buffer.from(callerOf(request).formToken);
  if (sent.length !== wanted.length || !timingSafeEqual(sent, wanted)) throw foreignForm();
};

/** Check: the caller's role lets him do this at all; single records are the use cases' matter. */
export const requireAct: Check = (request) => {
  const { permission } = request.routeOptions.config;
  const { principal } = callerOf(request);
  if (typeof permission !== 'string' || may(principal, permission)) return;
  throw refusalOf(principal.role, permission);
};
