import type { ErrorKind } from '../../lib/errors.ts';
import { type ErrorRenderer, sendFlat, statusTable } from '../errors.ts';

const statusOf = statusTable();

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
  'not-found': 'not_found',
  conflict: 'invalid_request',
  'too-many': 'temporarily_unavailable',
  unavailable: 'temporarily_unavailable',
  fault: 'server_error',
};

/** Always flat (seed 2.6). */
export const renderOauthError: ErrorRenderer = (error, _request, reply) => {
  const code = oauthCodes.has(error.code) ? error.code : codeByKind[error.kind];
  return sendFlat(reply, statusOf(error), code, error.message);
};
