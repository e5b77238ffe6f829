import type { HarkError } from '../../lib/errors.ts';
import { type ErrorRenderer, sendFlat, sendNested, statusTable } from '../request/errors.ts';
import { workspaceOf } from '../request/workspace-by-host.ts';
import { errorHeader } from './error-header.ts';

/**
 * On this surface, a body that is too large is a malformed request, not a 413 (spec/rest-api §3.2), and a value that is
 * taken is a wrong value, not a conflict.
 */
export const apiStatusOf = statusTable({
  body_too_large: 400,
  cursor_expired: 410,
  email_taken: 400,
  field_exists: 400,
  key_reused: 422,
  name_taken: 400,
  role_name_taken: 400,
});

/**
 * Renders rejected credentials in the flat shape (spec/rest-api §3.3) and all other errors in the nested shape
 * (spec/rest-api §3.1).
 */
export const renderApiError: ErrorRenderer = (error, request, reply) => {
  const status = apiStatusOf(error);
  const reason = errorHeader(error);
  if (reason !== undefined) reply.header('hark-error', reason);
  if (!refusesCredential(error)) return sendNested(reply, status, messageFor(error));
  const metadata = `${workspaceOf(request).baseUrl}/.well-known/oauth-protected-resource/api`;
  reply.header(
    'www-authenticate',
    `Bearer resource_metadata="${metadata}", scope="api", error="${error.code}"`,
  );
  return sendFlat(reply, status, error.code, error.message);
};

/** A record that is missing, or that the caller can't see, always has the same message (spec/rest-api §3.2). */
const messageFor = ({ kind, code, message }: HarkError): string =>
  kind === 'not-found' && code !== 'unknown_route' ? 'Item was not found.' : message;

/** Matches every 401, and the 403 for a role without *Access REST API* (spec/rest-api §3.3). */
const refusesCredential = ({ kind, code }: HarkError) =>
  kind === 'unauthenticated' || code === 'access_denied';
