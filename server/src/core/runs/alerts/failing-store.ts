import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { UpkeepDatabase } from '../../../db/upkeep-database.ts';
import type { RunId, WorkflowId, WorkspaceId } from '../../../lib/ids.ts';

export interface WorkflowAddress {
  readonly workspace: WorkspaceId;
  readonly workflow: WorkflowId;
}

/** Records that a workflow's runs have started to fail, or that a run has succeeded again. Idempotent. */
export async function updateFailing(
  transaction: Transaction,
  { workspace, workflow }: WorkflowAddress,
  since: Date | null,
): Promise<void> {
  await transaction.query(sql`
    update workflows set failing_since = ${since}, failure_told_at = null
    where workspace_id = ${workspace} and id = ${workflow} and (failing_since is null) = (${since}::timestamptz is not null)`);
}

/** Returns failing workflows whose owners haven't been notified. */
export async function selectUntold(upkeep: UpkeepDatabase, most: number): Promise<WorkflowAddress[]> {
  const rows = await upkeep.run((transaction) =>
    transaction.query<{ workspace_id: WorkspaceId; id: WorkflowId }>(sql`
      select workspace_id, id from workflows
      where failing_since is not null and failure_told_at is null order by workspace_id, id limit ${most}`),
  );
  return rows.map(({ workspace_id, id }) => ({ workspace: workspace_id, workflow: id }));
}

export interface FailureNews {
  readonly name: string;
  readonly since: Date;
  readonly owner: { readonly name: string; readonly email: string };
  readonly baseUrl: string;
  readonly run: RunId | null;
  readonly error: string | null;
}

interface NewsRow {
  name: string;
  failing_since: Date;
  user_name: string;
  email: string;
  base_url: string;
  run_id: RunId | null;
  error: string | null;
}

/** Claims a notification. A second claim returns nothing. */
export async function claimNews(
  transaction: Transaction,
  { workspace, workflow }: WorkflowAddress,
  now: Date,
): Promise<FailureNews | undefined> {
  const row = await transaction.first<NewsRow>(sql`
    with claimed as (
      update workflows set failure_told_at = ${now}
      where workspace_id = ${workspace} and id = ${workflow} and failing_since is not null and failure_told_at is null
      returning workspace_id, id, name, failing_since, owner_id)
    select c.name, c.failing_since, u.name as user_name, u.email, d.base_url, r.id as run_id, r.error
    from claimed c
    join users u on u.workspace_id = c.workspace_id and u.id = c.owner_id
    join workspaces d on d.id = c.workspace_id
    left join lateral (
      select id, error from runs
      where workspace_id = c.workspace_id and workflow_id = c.id and status = 'failed' order by id desc limit 1) r on true`);
  return (
    row && {
      name: row.name,
      since: row.failing_since,
      owner: { name: row.user_name, email: row.email },
      baseUrl: row.base_url,
      run: row.run_id,
      error: row.error,
    }
  );
}

/**
 * Releases a claim, so sending is retried. If another process has claimed the notification in the meantime,
 * that claim is left alone.
 */
export async function releaseNews(
  transaction: Transaction,
  { workspace, workflow }: WorkflowAddress,
  claimedAt: Date,
): Promise<void> {
  await transaction.query(sql`
    update workflows set failure_told_at = null
    where workspace_id = ${workspace} and id = ${workflow} and failure_told_at = ${claimedAt}`);
}
