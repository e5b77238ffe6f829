import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { Tables } from '../../db/tables.gen.ts';
import type { UserId, WorkspaceId } from '../../lib/ids.ts';

export interface StoredKey {
  readonly sealedKey: string;
  readonly allowedAddresses: readonly string[];
}

export async function selectKey(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
): Promise<StoredKey | undefined> {
  const row = await transaction.first<Pick<Tables['api_keys'], 'sealed_key' | 'allowed_addresses'>>(sql`
    select sealed_key, allowed_addresses from api_keys
    where workspace_id = ${workspace} and user_id = ${user}`);
  return row && { sealedKey: row.sealed_key, allowedAddresses: row.allowed_addresses };
}

export function selectKeys(
  transaction: Transaction,
  workspace: WorkspaceId,
): Promise<Pick<Tables['api_keys'], 'user_id' | 'sealed_key'>[]> {
  return transaction.query(sql`select user_id, sealed_key from api_keys where workspace_id = ${workspace}`);
}

export async function updateAllowedAddresses(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
  addresses: readonly string[],
): Promise<void> {
  await transaction.query(sql`
    update api_keys set allowed_addresses = ${addresses} where workspace_id = ${workspace} and user_id = ${user}`);
}

/** Replaces the user's key. The old key becomes invalid when the transaction commits. */
export async function upsertKey(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
  sealedKey: string,
  keyHash: Buffer,
): Promise<void> {
  await transaction.query(sql`
    insert into api_keys (workspace_id, user_id, sealed_key, key_hash)
    values (${workspace}, ${user}, ${sealedKey}, ${keyHash})
    on conflict (workspace_id, user_id) do update set sealed_key = excluded.sealed_key, key_hash = excluded.key_hash`);
}

interface ReplacedKey {
  readonly replaced: readonly [Buffer, Buffer] | null;
  readonly sealedKey: string;
  readonly keyHash: Buffer;
}

/**
 * Compare and set: replaces the key only if the current key has one of these hashes or there is no key.
 * Otherwise returns false.
 */
export async function replaceKey(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
  { replaced, sealedKey, keyHash }: ReplacedKey,
): Promise<boolean> {
  const row = await transaction.first(
    replaced === null
      ? sql`
          insert into api_keys (workspace_id, user_id, sealed_key, key_hash)
          values (${workspace}, ${user}, ${sealedKey}, ${keyHash})
          on conflict (workspace_id, user_id) do nothing returning 1`
      : sql`
          update api_keys set sealed_key = ${sealedKey}, key_hash = ${keyHash}
          where workspace_id = ${workspace} and user_id = ${user} and key_hash in (${replaced[0]}, ${replaced[1]}) returning 1`,
  );
  return row !== undefined;
}

export async function selectIsOfAnother(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
  hashes: readonly [Buffer, Buffer],
): Promise<boolean> {
  const row = await transaction.first(sql`
    select from api_keys
    where workspace_id = ${workspace} and user_id <> ${user} and key_hash in (${hashes[0]}, ${hashes[1]})`);
  return row !== undefined;
}

/** Returns false if the user had no key. */
export async function deleteKey(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
): Promise<boolean> {
  const row = await transaction.first(
    sql`delete from api_keys where workspace_id = ${workspace} and user_id = ${user} returning 1`,
  );
  return row !== undefined;
}
