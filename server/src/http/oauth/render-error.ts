import type { ErrorKind } from '../../lib/errors.ts';
import { type ErrorRenderer, isRoutingError, sendFlat, sendNested, statusTable } from '../errors.ts';
import { sendPage } from '../not-found-page.ts';
import { prefersPage } from '../prefers-page.ts';
import { workspaceOf } from '../workspace-by-host.ts';

/** RFC 6749 5.2: a body that is too large is an invalid request, and those are 400. */
const statusOf = statusTable({ body_too_large: 400 });

/** The codes of RFC 6749 and RFC 7009 that the service itself says. */
const oauthCodes = new Set([
  'access_denied',
  'invalid_client',
  'invalid_grant',
  'invalid_request',
  'invalid_scope',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
  'unsupported_token_type',
]);

/** What the others are called in OAuth's words (decisions 7: beyond a ceiling it is `temporarily_unavailable`). */
const codeByKind: Record<ErrorKind, string> = {
  invalid: 'invalid_request',
  unauthenticated: 'invalid_client',
  forbidden: 'access_denied',
  'not-found': 'invalid_request',
  conflict: 'invalid_request',
  'too-many': 'temporarily_unavailable',
  unavailable: 'temporarily_unavailable',
  fault: 'server_error',
};

/** What people visit; a program that calls them gets the flat body all the same. */
const pagePaths = new Set(['/oauth2/authorize', '/oauth2/consent']);

/** Flat, except for routing errors (seed 2.6); callers that prefer a page get one with the same two values and status (decisions 7). */
export const renderOauthError: ErrorRenderer = (error, request, reply) => {
  const code = oauthCodes.has(error.code) ? error.code : codeByKind[error.kind];
  const status = statusOf(error);
  if (isRoutingError(error)) return sendNested(reply, status, error.message);
  if (pagePaths.has(request.routeOptions.url ?? '') && prefersPage(request)) {
    return sendPage(reply, status, 'The app cannot be given access', [error.message, `Error: \`${code}\``]);
  }
  // RFC 6749 5.2: who tried by Basic is told that Basic is what failed.
  if (code === 'invalid_client' && /^basic(\s|$)/i.test(request.headers.authorization ?? '')) {
    reply.header('www-authenticate', `Basic realm="${workspaceOf(request).baseUrl}"`);
  }
  return sendFlat(reply, status, code, error.message);
};
