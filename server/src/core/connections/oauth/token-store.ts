import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { Tables } from '../../../db/tables.gen.ts';
import type { ConnectionId, SessionId, WorkspaceId } from '../../../lib/ids.ts';

type TokenRow = Pick<
  Tables['connections'],
  | 'revision'
  | 'sealed_access_token'
  | 'access_token_until'
  | 'token_number'
  | 'token_lease_until'
  | 'sealed_refresh_token'
  | 'connected_at'
>;

/** The tokens of a connection, still encrypted. */
export interface StoredTokens {
  readonly revision: number;
  readonly accessToken: string | null;
  /** Until when the access token is used. Null if it is used until the server rejects it. */
  readonly until: Date | null;
  readonly number: number;
  readonly leaseUntil: Date | null;
  readonly refreshToken: string | null;
  readonly connectedAt: Date | null;
}

const columns = sql`
  revision, sealed_access_token, access_token_until, token_number, token_lease_until, sealed_refresh_token, connected_at`;

const toTokens = (row: TokenRow): StoredTokens => ({
  revision: row.revision,
  accessToken: row.sealed_access_token,
  until: row.access_token_until,
  number: row.token_number,
  leaseUntil: row.token_lease_until,
  refreshToken: row.sealed_refresh_token,
  connectedAt: row.connected_at,
});

export interface TokenAddress {
  readonly workspace: WorkspaceId;
  readonly id: ConnectionId;
}

export async function selectTokens(
  transaction: Transaction,
  { workspace, id }: TokenAddress,
): Promise<StoredTokens | undefined> {
  const row = await transaction.first<TokenRow>(
    sql`select ${columns} from connections where workspace_id = ${workspace} and id = ${id}`,
  );
  return row && toTokens(row);
}

/** Takes the right to request a token. @returns undefined if another process has it, or has stored a token */
export async function leaseTokens(
  transaction: Transaction,
  { workspace, id }: TokenAddress,
  { revision, number }: Pick<StoredTokens, 'revision' | 'number'>,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<StoredTokens | undefined> {
  const row = await transaction.first<TokenRow>(sql`
    update connections set token_lease_until = ${until}
    where workspace_id = ${workspace} and id = ${id} and revision = ${revision} and token_number = ${number}
      and (token_lease_until is null or token_lease_until <= ${now})
    returning ${columns}`);
  return row && toTokens(row);
}

export async function endLease(
  transaction: Transaction,
  { workspace, id }: TokenAddress,
  lease: Date,
): Promise<void> {
  await transaction.query(sql`
    update connections set token_lease_until = null
    where workspace_id = ${workspace} and id = ${id} and token_lease_until = ${lease}`);
}

/** Stores new tokens, unless the connection has changed. A service that returns no refresh token keeps the present one. */
export async function updateTokens(
  transaction: Transaction,
  { workspace, id }: TokenAddress,
  revision: number,
  tokens: { readonly accessToken: string; readonly until: Date | null; readonly refreshToken: string | null },
): Promise<void> {
  const { accessToken, until, refreshToken } = tokens;
  await transaction.query(sql`
    update connections set sealed_access_token = ${accessToken}, access_token_until = ${until},
      token_number = token_number + 1, token_lease_until = null,
      sealed_refresh_token = coalesce(${refreshToken}, sealed_refresh_token)
    where workspace_id = ${workspace} and id = ${id} and revision = ${revision}`);
}

/** Discards exactly this token. A newer one stays. */
export async function discardToken(
  transaction: Transaction,
  { workspace, id }: TokenAddress,
  { revision, number }: Pick<StoredTokens, 'revision' | 'number'>,
): Promise<void> {
  await transaction.query(sql`
    update connections set sealed_access_token = null
    where workspace_id = ${workspace} and id = ${id} and revision = ${revision} and token_number = ${number}`);
}

/** Marks a connection as not connected, unless an administrator has connected it again since then. */
export async function disconnect(
  transaction: Transaction,
  { workspace, id }: TokenAddress,
  { revision, number }: Pick<StoredTokens, 'revision' | 'number'>,
): Promise<void> {
  await transaction.query(sql`
    update connections set connected_at = null, sealed_refresh_token = null, sealed_access_token = null,
      token_lease_until = null
    where workspace_id = ${workspace} and id = ${id} and revision = ${revision} and token_number = ${number}`);
}

export interface SignIn {
  readonly stateHash: string;
  readonly session: SessionId;
  readonly sealedVerifier: string;
  readonly until: Date;
}

/** Stores the sign-in that an administrator starts. It replaces an earlier one. */
export async function updateSignIn(
  transaction: Transaction,
  { workspace, id }: TokenAddress,
  { stateHash, session, sealedVerifier, until }: SignIn,
): Promise<void> {
  await transaction.query(sql`
    update connections set sign_in_state_hash = ${stateHash}, sign_in_session_id = ${session},
      sealed_sign_in_verifier = ${sealedVerifier}, sign_in_until = ${until}
    where workspace_id = ${workspace} and id = ${id}`);
}

/** Takes a sign-in, which can be finished only once and only in the browser session that started it. */
export async function takeSignIn(
  transaction: Transaction,
  workspace: WorkspaceId,
  { stateHash, session, now }: Pick<SignIn, 'stateHash' | 'session'> & { readonly now: Date },
): Promise<{ id: ConnectionId; revision: number; sealedVerifier: string } | undefined> {
  const row = await transaction.first<{ id: ConnectionId; revision: number; verifier: string | null }>(sql`
    with found as (
      select workspace_id, id, sealed_sign_in_verifier as verifier from connections
      where workspace_id = ${workspace} and sign_in_state_hash = ${stateHash} and sign_in_session_id = ${session}
        and sign_in_until > ${now}
      for update
    )
    update connections c set sign_in_state_hash = null, sign_in_session_id = null, sealed_sign_in_verifier = null,
      sign_in_until = null
    from found f where c.workspace_id = f.workspace_id and c.id = f.id
    returning c.id, c.revision, f.verifier`);
  return row?.verifier == null
    ? undefined
    : { id: row.id, revision: row.revision, sealedVerifier: row.verifier };
}

/** Stores the first tokens of a sign-in. @returns false if the connection has changed since it started */
export async function connect(
  transaction: Transaction,
  { workspace, id }: TokenAddress,
  revision: number,
  tokens: { readonly accessToken: string; readonly until: Date | null; readonly refreshToken: string | null },
  now: Date,
): Promise<boolean> {
  const { accessToken, until, refreshToken } = tokens;
  const row = await transaction.first(sql`
    update connections set sealed_access_token = ${accessToken}, access_token_until = ${until},
      token_number = token_number + 1, token_lease_until = null, sealed_refresh_token = ${refreshToken},
      connected_at = ${now}
    where workspace_id = ${workspace} and id = ${id} and revision = ${revision}
    returning id`);
  return row !== undefined;
}

/** Returns an encrypted secret, which only the use of the connection needs. */
export async function selectSealedSecret(
  transaction: Transaction,
  { workspace, id }: TokenAddress,
): Promise<string | null> {
  const row = await transaction.first<Pick<Tables['connections'], 'sealed_secret'>>(
    sql`select sealed_secret from connections where workspace_id = ${workspace} and id = ${id}`,
  );
  return row?.sealed_secret ?? null;
}
