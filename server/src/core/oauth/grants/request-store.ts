import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { Tables } from '../../../db/tables.gen.ts';
import type { SessionId, WorkspaceId } from '../../../lib/ids.ts';
import type { Scope } from '../../api-clients/index.ts';
import type { ClientMetadata } from '../clients/client-metadata.ts';

export interface AskedRequest {
  readonly clientId: string;
  readonly scope: Scope;
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly challenge: string;
  readonly metadata: ClientMetadata | undefined;
  readonly expiresAt: Date;
}

export async function insertRequest(
  transaction: Transaction,
  workspace: WorkspaceId,
  hash: Buffer,
  session: SessionId,
  { clientId, scope, redirectUri, state = null, challenge, metadata, expiresAt }: NullableState,
): Promise<void> {
  await transaction.query(sql`
    insert into oauth_requests (workspace_id, request_hash, session_id, client_id, scope, redirect_uri, state, challenge,
                                metadata_name, metadata_redirect_uris, expires_at)
    values (${workspace}, ${hash}, ${session}, ${clientId}, ${scope}, ${redirectUri}, ${state}, ${challenge},
            ${metadata?.name ?? null}, ${metadata?.redirectUris ?? null}, ${expiresAt})`);
}

type NullableState = Omit<AskedRequest, 'state'> & { readonly state?: string | null | undefined };

/** Deletes and returns a request, so it can be answered only once and only in its own session. */
export async function takeRequest(
  transaction: Transaction,
  workspace: WorkspaceId,
  hash: Buffer,
  session: SessionId,
): Promise<AskedRequest | undefined> {
  const row = await transaction.first<
    Omit<Tables['oauth_requests'], 'workspace_id' | 'request_hash' | 'session_id'>
  >(sql`
    delete from oauth_requests
    where workspace_id = ${workspace} and request_hash = ${hash} and session_id = ${session}
    returning client_id, scope, redirect_uri, state, challenge, metadata_name, metadata_redirect_uris, expires_at`);
  if (!row) return undefined;
  const { metadata_name: name, metadata_redirect_uris: redirectUris } = row;
  return {
    clientId: row.client_id,
    scope: row.scope as Scope,
    redirectUri: row.redirect_uri,
    state: row.state ?? undefined,
    challenge: row.challenge,
    metadata: name === null || redirectUris === null ? undefined : { name, redirectUris },
    expiresAt: row.expires_at,
  };
}
