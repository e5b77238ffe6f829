import { fingerprintOf } from '../../../lib/crypto/token.ts';
import { invalid } from '../../../lib/errors.ts';
import type { Context } from '../../context/index.ts';
import { endGrant } from '../grants/end-grant.ts';
import { type ClientRequest, inClientRequest } from './issue-tokens.ts';
import { lockToken } from './token-store.ts';

/**
 * Ends the grant of a token, access or refresh, whatever the hint (RFC 7009, spec/oauth §4.4). A token that
 * is unknown or belongs to another app changes nothing, and the response doesn't say so.
 */
export function revokeToken(context: Context, request: ClientRequest): Promise<void> {
  const token = request.parameters.get('token');
  return inClientRequest(context, request, async (change, client) => {
    if (token === undefined) throw invalid('invalid_request', 'The token is missing.');
    const issued = await lockToken(change.transaction, change.workspace, fingerprintOf(token));
    if (issued?.client !== client.id) return;
    await endGrant(change, { id: issued.grant, client, user: issued.user }, 'revoked_by_app');
  });
}
