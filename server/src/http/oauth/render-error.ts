import type { ErrorKind } from '../../lib/errors.ts';
import { sendPage } from '../pages/not-found-page.ts';
import { prefersPage } from '../pages/prefers-page.ts';
import { type ErrorRenderer, isRoutingError, sendFlat, sendNested, statusTable } from '../request/errors.ts';
import { workspaceOf } from '../request/workspace-by-host.ts';

/** According to RFC 6749 5.2, a body that is too large is an invalid request, so the status is 400. */
const statusOf = statusTable({ body_too_large: 400 });

/** The codes of RFC 6749 and RFC 7009 that Hark itself returns. */
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

/**
 * The OAuth codes for other errors. A request over the rate limit gets `temporarily_unavailable` (spec/oauth
 * §6).
 */
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

/** Paths that people visit. Programs that call them get the flat JSON body instead. */
const pagePaths = new Set(['/oauth2/authorize', '/oauth2/consent']);

/**
 * Renders an error in the flat shape, or as a page with the same values (spec/oauth §2.2). Routing errors have
 * a different shape (spec/rest-api §3.4).
 */
export const renderOauthError: ErrorRenderer = (error, request, reply) => {
  const code = oauthCodes.has(error.code) ? error.code : codeByKind[error.kind];
  const status = statusOf(error);
  if (isRoutingError(error)) return sendNested(reply, status, error.message);
  if (pagePaths.has(request.routeOptions.url ?? '') && prefersPage(request)) {
    return sendPage(reply, status, "The app can't get access", [error.message, `Error: \`${code}\``]);
  }
  // According to RFC 6749 5.2, a client that used Basic gets a Basic challenge.
  if (code === 'invalid_client' && /^basic(\s|$)/i.test(request.headers.authorization ?? '')) {
    reply.header('www-authenticate', `Basic realm="${workspaceOf(request).baseUrl}"`);
  }
  return sendFlat(reply, status, code, error.message);
};
