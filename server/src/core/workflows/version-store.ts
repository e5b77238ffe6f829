import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { WorkflowId, WorkspaceId } from '../../lib/ids.ts';

export interface VersionSummary {
  readonly number: number;
  readonly publishedAt: Date;
  /** The publisher's name; null if `hark apply` published the version. */
  readonly publishedBy: string | null;
}

/** Returns the versions before `before`, newest first. */
export async function selectWorkflowVersions(
  transaction: Transaction,
  workspace: WorkspaceId,
  workflow: WorkflowId,
  { before, most }: { before: number; most: number },
): Promise<VersionSummary[]> {
  const rows = await transaction.query<{
    number: number;
    published_at: Date;
    published_by: string | null;
  }>(sql`
    select number, published_at, published_by from workflow_versions
    where workspace_id = ${workspace} and workflow_id = ${workflow} and number < ${before}
    order by number desc limit ${most}`);
  return rows.map((row) => ({
    number: row.number,
    publishedAt: row.published_at,
    publishedBy: row.published_by,
  }));
}

/** Returns the published steps of every workflow that may have a step of one of these types. */
export function selectStarters(
  transaction: Transaction,
  workspace: WorkspaceId,
  types: readonly string[],
): Promise<{ id: WorkflowId; name: string; steps: string }[]> {
  return transaction.query(sql`
    select w.id, w.name, v.steps
    from workflows w
    join workflow_versions v on v.workspace_id = w.workspace_id and v.workflow_id = w.id and v.number = w.published_version
    where w.workspace_id = ${workspace} and v.steps like any(${types.map((type) => `%${type}%`)}::text[])
    order by w.name`);
}
