import type { HarkError } from '../../lib/errors.ts';
import { type ErrorRenderer, sendFlat, sendNested, statusTable } from '../errors.ts';
import { workspaceOf } from '../workspace-by-host.ts';

/** Decisions 6.1: a body that is too large is a malformed request here, not a 413. 6.5: a key used for another body is 422. */
export const apiStatusOf = statusTable({ body_too_large: 400, key_reused: 422 });

/** Flat for refusals of the credential (seed 7.3), nested for everything else (seed 2.6, 7.2). */
export const renderApiError: ErrorRenderer = (error, request, reply) => {
  const status = apiStatusOf(error);
  // Who is refused, because of his role or the rate limit, makes the database read nothing ahead.
  request.opened?.forget();
  if (!refusesCredential(error)) return sendNested(reply, status, error.message);
  const metadata = `${workspaceOf(request).baseUrl}/.well-known/oauth-protected-resource/api`;
  reply.header(
    'www-authenticate',
    `Bearer resource_metadata="${metadata}", scope="api", error="${error.code}"`,
  );
  return sendFlat(reply, status, error.code, error.message);
};

/** Every 401, and the role without `Access REST API` (decisions 6.1). */
const refusesCredential = ({ kind, code }: HarkError) =>
  kind === 'unauthenticated' || code === 'access_denied';
