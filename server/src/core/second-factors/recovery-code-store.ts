import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { UserId, WorkspaceId } from '../../lib/ids.ts';

export async function insertCodes(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
  hashes: readonly Buffer[],
): Promise<void> {
  for (const hash of hashes) {
    await transaction.query(sql`
      insert into recovery_codes (workspace_id, user_id, code_hash) values (${workspace}, ${user}, ${hash})`);
  }
}

export async function deleteCode(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
  hash: Buffer,
): Promise<boolean> {
  const row = await transaction.first(sql`
    delete from recovery_codes where workspace_id = ${workspace} and user_id = ${user} and code_hash = ${hash}
    returning 1 as used`);
  return row !== undefined;
}

export async function deleteCodes(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
): Promise<void> {
  await transaction.query(
    sql`delete from recovery_codes where workspace_id = ${workspace} and user_id = ${user}`,
  );
}

export async function countCodes(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
): Promise<number> {
  const { count } = await transaction.one<{ count: number }>(
    sql`select count(*) from recovery_codes where workspace_id = ${workspace} and user_id = ${user}`,
  );
  return count;
}
