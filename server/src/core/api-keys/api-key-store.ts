import { sql } from '../../db/sql.ts';
import type { Tables } from '../../db/tables.gen.ts';
import type { Transaction } from '../../db/transaction.ts';
import type { UserId, WorkspaceId } from '../../lib/ids.ts';

export async function selectSealedKey(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
): Promise<string | undefined> {
  const row = await transaction.first<Pick<Tables['api_keys'], 'sealed_key'>>(
    sql`select sealed_key from api_keys where workspace_id = ${workspace} and user_id = ${user}`,
  );
  return row?.sealed_key;
}

/** Replaces the user's key; the old one is unknown from the commit on. */
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
