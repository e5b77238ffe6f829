import type { Scope } from '../api-clients/index.ts';
import type { Change } from '../audit/index.ts';
import { removeOAuthClient, saveOAuthClient } from '../oauth/index.ts';
import type { Absent, OAuthClientItem } from './file-schema.ts';

export type OAuthClientResult = { name: string } & (
  | Absent
  | {
      id: number;
      client_id: string;
      scope: Scope;
      redirect_uris: readonly string[];
      confidential: boolean;
      active: boolean;
      client_secret?: string;
    }
);

/** An app that many users can approve; its secret is told only by the call that issued it. */
export async function applyOAuthClient(change: Change, item: OAuthClientItem): Promise<OAuthClientResult> {
  if (item.state === 'absent') {
    await removeOAuthClient(change, item);
    return { name: item.name, state: 'absent' };
  }
  const { id, clientId, name, scope, redirectUris, secretHash, active, secret } = await saveOAuthClient(
    change,
    item,
  );
  return {
    id,
    client_id: clientId,
    name,
    scope,
    redirect_uris: redirectUris,
    confidential: secretHash !== null,
    active,
    ...(secret === undefined ? {} : { client_secret: secret }),
  };
}
