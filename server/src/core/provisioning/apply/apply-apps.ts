import { removeApiClient, type Scope, saveApiClient } from '../../api-clients/index.ts';
import type { Change } from '../../audit/index.ts';
import { removeOAuthClient, saveOAuthClient } from '../../oauth/index.ts';
import { requireUser } from '../../users/index.ts';
import type { Absent, ApiClientItem, OAuthClientItem } from '../file/file-schema.ts';

export type ApiClientResult = { user: string; name: string } & (
  | Absent
  | {
      id: number;
      scope: Scope;
      active: boolean;
      expires_at: string | null;
      allowed_addresses: readonly string[];
      token?: string;
    }
);

/** Applies a user's integration. Only the call that creates it returns the token. */
export async function applyApiClient(change: Change, item: ApiClientItem): Promise<ApiClientResult> {
  const user = await requireUser(change, item.user);
  if (item.state === 'absent') {
    await removeApiClient(change, user, item.name);
    return { user: user.email, name: item.name, state: 'absent' };
  }
  const { expires_at, allowed_addresses, state: _, ...rest } = item;
  const { id, name, scope, active, expiresAt, allowedAddresses, token } = await saveApiClient(change, {
    ...rest,
    user,
    expiresAt: typeof expires_at === 'string' ? new Date(expires_at) : expires_at,
    allowedAddresses: allowed_addresses,
  });
  return {
    id,
    user: user.email,
    name,
    scope,
    active,
    expires_at: expiresAt?.toISOString() ?? null,
    allowed_addresses: allowedAddresses,
    ...(token === undefined ? {} : { token }),
  };
}

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

/** Applies an app that many users can approve. Only the call that creates it returns the secret. */
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
