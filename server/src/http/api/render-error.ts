import type { HarkError } from '../../lib/errors.ts';
import { type ErrorRenderer, sendFlat, sendNested, statusTable } from '../request/errors.ts';
import { workspaceOf } from '../request/workspace-by-host.ts';

/** On this surface, a body that is too large is a malformed request, not a 413 (spec/rest-api §3.2). */
export const apiStatusOf = statusTable({ body_too_large: 400, key_reused: 422, cursor_expired: 410 });

/** Errors that the `Hark-Error` header names, so that programs need not read the message (spec/rest-api §3.5). */
const namedCodes: ReadonlySet<string> = new Set(['already_decided', 'in_use']);

/**
 * Renders rejected credentials in the flat shape (spec/rest-api §3.3) and all other errors in the nested shape
 * (spec/rest-api §3.1).
 */
export const renderApiError: ErrorRenderer = (error, request, reply) => {
  const status = apiStatusOf(error);
  if (namedCodes.has(error.code)) reply.header('hark-error', error.code);
  if (!refusesCredential(error)) return sendNested(reply, status, error.message);
  const metadata = `${workspaceOf(request).baseUrl}/.well-known/oauth-protected-resource/api`;
  reply.header(
    'www-authenticate',
    `Bearer resource_metadata="${metadata}", scope="api", error="${error.code}"`,
  );
  return sendFlat(reply, status, error.code, error.message);
};

/** Matches every 401, and the 403 for a role without *Access REST API* (spec/rest-api §3.3). */
const refusesCredential = ({ kind, code }: HarkError) =>
  kind === 'unauthenticated' || code === 'access_denied';
