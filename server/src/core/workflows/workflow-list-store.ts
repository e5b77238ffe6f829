import { type Statement, sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { UserId, WorkflowId, WorkspaceId } from '../../lib/ids.ts';

export interface WorkflowSummary {
  readonly id: WorkflowId;
  readonly name: string;
  readonly owner: { readonly id: UserId; readonly name: string };
  /**
   * Whether both the workflow and its owner are enabled. Otherwise the workflow doesn't run (spec/rest-api
   * §7.4).
   */
  readonly isSwitchedOn: boolean;
  /** Whether the workflow itself is enabled, or will be when it is published for the first time. */
  readonly enabled: boolean;
  /** Whether it has a draft that differs from the published version. */
  readonly hasDraft: boolean;
  /** 0 if the workflow was never published; the publishing time is then null. */
  readonly version: number;
  readonly publishedAt: Date | null;
}

interface SummaryRow {
  id: WorkflowId;
  name: string;
  owner_id: UserId;
  owner_name: string;
  is_on: boolean;
  enabled: boolean;
  has_draft: boolean;
  published_version: number;
  published_at: Date | null;
}

const toSummary = (row: SummaryRow): WorkflowSummary => ({
  id: row.id,
  name: row.name,
  owner: { id: row.owner_id, name: row.owner_name },
  isSwitchedOn: row.is_on,
  enabled: row.enabled,
  hasDraft: row.has_draft,
  version: row.published_version,
  publishedAt: row.published_at,
});

const summaries = (condition: Statement): Statement => sql`
  select w.id, w.name, u.id as owner_id, u.name as owner_name, w.enabled and u.active as is_on, w.published_version,
         w.enabled or w.enabled_when_published as enabled, d.steps is not null as has_draft, v.published_at
  from workflows w
  join users u on u.workspace_id = w.workspace_id and u.id = w.owner_id
  left join workflow_versions v
    on v.workspace_id = w.workspace_id and v.workflow_id = w.id and v.number = w.published_version
  left join workflow_drafts d on d.workspace_id = w.workspace_id and d.workflow_id = w.id
  where ${condition}`;

/** Which workflows to read: those of one owner, or those with a name. Null means no condition. */
export interface WorkflowScope {
  readonly owner: UserId | null;
  readonly name: string | null;
}

const scopeOf = (workspace: WorkspaceId, { owner, name }: WorkflowScope): Statement => sql`
  w.workspace_id = ${workspace} and (${owner}::bigint is null or w.owner_id = ${owner})
  and (${name}::text is null or w.name = ${name})`;

/** Returns workflows by ID. `after` is an ID, and `start` skips that many more. */
export async function selectSummaries(
  transaction: Transaction,
  workspace: WorkspaceId,
  scope: WorkflowScope,
  { after, start = 0, most }: { after: number; start?: number; most: number },
): Promise<WorkflowSummary[]> {
  const rows = await transaction.query<SummaryRow>(
    summaries(
      sql`${scopeOf(workspace, scope)} and w.id > ${after} order by w.id limit ${most} offset ${start}`,
    ),
  );
  return rows.map(toSummary);
}

export async function countWorkflows(
  transaction: Transaction,
  workspace: WorkspaceId,
  scope: WorkflowScope,
): Promise<number> {
  const { total } = await transaction.one<{ total: number }>(
    sql`select count(*) as total from workflows w where ${scopeOf(workspace, scope)}`,
  );
  return total;
}

export async function selectSummary(
  transaction: Transaction,
  workspace: WorkspaceId,
  wanted: WorkflowId | string,
): Promise<WorkflowSummary | undefined> {
  const isIt = typeof wanted === 'string' ? sql`w.name = ${wanted}` : sql`w.id = ${wanted}`;
  const row = await transaction.first<SummaryRow>(summaries(sql`w.workspace_id = ${workspace} and ${isIt}`));
  return row && toSummary(row);
}
