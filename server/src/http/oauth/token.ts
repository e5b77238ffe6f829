import type { FastifyReply, FastifyRequest } from 'fastify';
import { issueTokens, readOAuthParameters, revokeToken } from '../../core/oauth/index.ts';
import { invalid } from '../../lib/errors.ts';
import { bodyOf } from '../base/body.ts';
import { workspaceOf } from '../request/workspace-by-host.ts';
import type { OAuthOptions } from './oauth-options.ts';

/** Reads the parameters of a token or revocation request, which must be a form in the body (RFC 6749 3.2). */
function clientRequestOf(request: FastifyRequest) {
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

/** `POST /oauth2/token`: exchanges a code or a refresh token for a pair of tokens. */
export const tokenHandler =
  ({ context }: OAuthOptions) =>
  async (request: FastifyRequest, reply: FastifyReply) =>
    reply.header('pragma', 'no-cache').send(await issueTokens(context, clientRequestOf(request)));

/** `POST /oauth2/revoke`: returns 200 whether or not the token existed (RFC 7009 2.2). */
export const revokeHandler =
  ({ context }: OAuthOptions) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    await revokeToken(context, clientRequestOf(request));
    return reply.send({});
  };
