import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { WorkspaceId } from '../../lib/ids.ts';

/**
 * Marks a workspace as being deleted, before its first row is deleted. It is then suspended and can't be
 * resumed.
 */
export async function markDeleting(transaction: Transaction, id: WorkspaceId, now: Date): Promise<void> {
  await transaction.query(sql`
    update workspaces set suspended_at = coalesce(suspended_at, ${now}),
      deletion_began_at = coalesce(deletion_began_at, ${now})
    where id = ${id}`);
}

/** Locks the workspace's row in the directory, so no other transaction can add rows to the workspace. */
export async function lockForRemoval(transaction: Transaction, id: WorkspaceId): Promise<void> {
  await transaction.query(sql`select from workspaces where id = ${id} for update`);
}

export async function deleteWorkspaceRow(transaction: Transaction, id: WorkspaceId): Promise<void> {
  await transaction.query(sql`delete from workspaces where id = ${id}`);
}

/** Inserts an imported workspace, which is suspended until the operator resumes it. */
export async function insertSuspended(
  transaction: Transaction,
  { name, baseUrl, host, now }: { name: string; baseUrl: string; host: string; now: Date },
): Promise<WorkspaceId> {
  const { id } = await transaction.one<{ id: WorkspaceId }>(sql`
    insert into workspaces (name, base_url, host, suspended_at) values (${name}, ${baseUrl}, ${host}, ${now})
    returning id`);
  return id;
}

/** Creates the partitions for runs in that week. */
export async function makeRunWeek(transaction: Transaction, moment: Date): Promise<void> {
  await transaction.query(sql`select make_run_week(${moment})`);
}

/**
 * Prepares unfinished runs to resume here. No engine has them under their new fence, no caller waits for
 * their response, and runs that had started are overdue. Queued runs that were never sent stay as they are, because there
 * can be many of them.
 */
export async function releaseRuns(transaction: Transaction, id: WorkspaceId, now: Date): Promise<void> {
  await transaction.query(sql`
    update runs set fence = fence + 1, sent_at = null, is_awaited = false, doubted_at = null,
      due_at = case when status = 'running' then ${now}::timestamptz else due_at end
    where workspace_id = ${id} and (status in ('running', 'waiting')
      or status = 'queued' and (sent_at is not null or is_awaited or doubted_at is not null))`);
}

export async function selectSchema(transaction: Transaction): Promise<number> {
  const { number } = await transaction.one<{ number: number }>(
    sql`select max(number) as number from schema_migrations`,
  );
  return number;
}

export async function countUnfinishedRuns(transaction: Transaction, id: WorkspaceId): Promise<number> {
  const { count } = await transaction.one<{ count: number }>(sql`
    select count(*) as count from runs
    where workspace_id = ${id} and status in ('queued', 'running', 'waiting')`);
  return count;
}
