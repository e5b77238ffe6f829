import type { FastifyReply, FastifyRequest } from 'fastify';
import { issueTokens, revokeToken } from '../../core/oauth/index.ts';
import { clientRequestOf } from './client-request.ts';
import type { OAuthOptions } from './oauth-options.ts';

/** `POST /oauth2/token`: a code or a refresh token becomes a pair of tokens. */
export const tokenHandler =
  ({ contextOf }: OAuthOptions) =>
  async (request: FastifyRequest, reply: FastifyReply) =>
    reply.header('pragma', 'no-cache').send(await issueTokens(contextOf(), clientRequestOf(request)));

/** `POST /oauth2/revoke`: 200 whether there was anything to end or not (RFC 7009 2.2). */
export const revokeHandler =
  ({ contextOf }: OAuthOptions) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    await revokeToken(contextOf(), clientRequestOf(request));
    return reply.send({});
  };
