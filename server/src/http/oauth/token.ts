import type { FastifyReply, FastifyRequest } from 'fastify';
import { issueTokens, revokeToken } from '../../core/oauth/index.ts';
import { clientRequestOf } from './client-request.ts';
import type { OAuthOptions } from './oauth-options.ts';

/** `POST /oauth2/token`: a code or a refresh token becomes a pair of tokens. */
export const tokenHandler =
  ({ context }: OAuthOptions) =>
  async (request: FastifyRequest, reply: FastifyReply) =>
    reply.header('pragma', 'no-cache').send(await issueTokens(context, clientRequestOf(request)));

/** `POST /oauth2/revoke`: 200 whether there was anything to end or not (RFC 7009 2.2). */
export const revokeHandler =
  ({ context }: OAuthOptions) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    await revokeToken(context, clientRequestOf(request));
    return reply.send({});
  };
