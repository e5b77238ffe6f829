import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { UpkeepDatabase } from '../../db/upkeep-database.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { Ceiling } from './attempt.ts';

/** Serializes attempts for this subject until the transaction ends. */
export async function lockSubject(transaction: Transaction, subject: Buffer): Promise<void> {
  await transaction.query(sql`select pg_advisory_xact_lock(${subject.readBigInt64BE().toString()}::bigint)`);
}

/**
 * Returns the attempt that must leave the time window before another one is allowed, or undefined if one is
 * allowed now.
 */
export async function selectBlocking(
  transaction: Transaction,
  workspace: WorkspaceId,
  { subject, most }: Ceiling,
  since: Date,
): Promise<Date | undefined> {
  const row = await transaction.first<{ at: Date }>(sql`
    select at from attempts where workspace_id = ${workspace} and subject = ${subject} and at > ${since}
    order by at desc offset ${most - 1} limit 1`);
  return row?.at;
}

export async function countSince(
  transaction: Transaction,
  workspace: WorkspaceId,
  subject: Buffer,
  since: Date,
): Promise<number> {
  const { count } = await transaction.one<{ count: number }>(sql`
    select count(*) from attempts where workspace_id = ${workspace} and subject = ${subject} and at > ${since}`);
  return count;
}

export async function insertAttempt(
  transaction: Transaction,
  workspace: WorkspaceId,
  subject: Buffer,
  at: Date,
): Promise<number> {
  const { id } = await transaction.one<{ id: number }>(sql`
    insert into attempts (workspace_id, subject, at) values (${workspace}, ${subject}, ${at}) returning id`);
  return id;
}

export async function deleteAttempts(
  transaction: Transaction,
  workspace: WorkspaceId,
  ids: readonly number[],
): Promise<void> {
  await transaction.query(sql`delete from attempts where workspace_id = ${workspace} and id = any(${ids})`);
}

export async function deleteOfSubject(
  transaction: Transaction,
  workspace: WorkspaceId,
  subject: Buffer,
): Promise<void> {
  await transaction.query(
    sql`delete from attempts where workspace_id = ${workspace} and subject = ${subject}`,
  );
}

export async function purgeBefore(upkeep: UpkeepDatabase, before: Date, most: number): Promise<number> {
  return upkeep.run(async (transaction) => {
    const rows = await transaction.query(sql`
      delete from attempts where ctid = any(array(select ctid from attempts where at < ${before} limit ${most}))
      returning 1`);
    return rows.length;
  });
}
