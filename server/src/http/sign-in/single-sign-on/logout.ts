import type { FastifyReply, FastifyRequest } from 'fastify';
import { endBySso } from '../../../core/sign-in/index.ts';
import { HarkError } from '../../../lib/errors.ts';
import { formOf } from '../../base/form.ts';
import { visitorOf } from '../../request/visitor.ts';
import { workspaceOf } from '../../request/workspace-by-host.ts';
import type { SsoOptions } from './sso.ts';

/**
 * `POST /sign-in/sso/logout`: the identity provider ends sessions (OpenID Connect Back-Channel Logout 1.0). The
 * responses are those that it defines.
 */
export const doBackChannelLogout =
  ({ context, egress }: SsoOptions) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const token = formOf(request).get('logout_token') ?? '';
    reply.header('cache-control', 'no-store');
    try {
      await endBySso(context, egress, workspaceOf(request), visitorOf(request), token);
      return reply.code(200).send();
    } catch (error) {
      if (!(error instanceof HarkError) || error.code !== 'bad_logout_token') throw error;
      return reply.code(400).send({ error: 'invalid_request', error_description: error.message });
    }
  };
