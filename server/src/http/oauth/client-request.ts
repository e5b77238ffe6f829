import type { FastifyRequest } from 'fastify';
import { readOAuthParameters } from '../../core/oauth/index.ts';
import { invalid } from '../../lib/errors.ts';
import { bodyOf } from '../request/body.ts';
import { workspaceOf } from '../request/workspace-by-host.ts';

/** What an app sent to the token or revocation endpoint: a form, in the body only (RFC 6749 3.2). */
export function clientRequestOf(request: FastifyRequest) {
  const body = bodyOf(request);
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') {
    throw invalid('invalid_request', 'Send the parameters as application/x-www-form-urlencoded.');
  }
  return {
    workspace: workspaceOf(request),
    parameters: readOAuthParameters(body.toString()),
    authorization: request.headers.authorization,
    origin: request.ip,
  };
}
