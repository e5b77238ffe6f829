import { type Statement, sql, sqlJoin } from '../../../db/driver/sql.ts';
import { firstUuid7 } from '../../../lib/crypto/uuid7.ts';
import type { RunId, UserId, WorkflowId, WorkspaceId } from '../../../lib/ids.ts';
import type { RunStatus } from '../model/run.ts';
import { isUnresolved } from '../model/unresolved-store.ts';

/** The time range of a list or a chart. Null means no limit on that side. */
export interface Period {
  readonly from: Date | null;
  readonly until: Date | null;
}

/** A run's status. `retried` is a failed run that another run has replaced. */
export type ScopeStatus = RunStatus | 'retried';

/** Which runs to read. Null matches everything. */
export interface RunScope extends Period {
  readonly owner: UserId | null;
  readonly workflow: WorkflowId | null;
  readonly version: number | null;
  readonly statuses: readonly ScopeStatus[] | null;
  /** Whether the status `failed` selects only runs that haven't been retried. */
  readonly excludesRetried: boolean;
  /** Only these runs, as found by a search. */
  readonly ids: readonly RunId[] | null;
}

/** A scope without any conditions. */
export const everyRun: RunScope = {
  owner: null,
  workflow: null,
  version: null,
  statuses: null,
  excludesRetried: false,
  from: null,
  until: null,
  ids: null,
};

/**
 * Returns the condition for rows of `runs r`. It contains only the parts in use, so each combination can use its
 * own index. An ID starts with the time, so a time range reads no older rows.
 */
export function scopeCondition(
  workspace: WorkspaceId,
  { owner, workflow, version, statuses, excludesRetried, from, until, ids }: RunScope,
): Statement {
  const part = (value: unknown, condition: () => Statement) =>
    value === null ? sql`` : sql`and ${condition()}`;
  return sql`
    r.workspace_id = ${workspace}
    ${part(workflow, () => sql`r.workflow_id = ${workflow}`)}
    ${part(version, () => sql`r.workflow_version = ${version}`)}
    ${part(statuses, () => statusIn(statuses ?? [], excludesRetried))}
    ${part(
      owner,
      () => sql`exists (select from workflows o
        where o.workspace_id = ${workspace} and o.id = r.workflow_id and o.owner_id = ${owner})`,
    )}
    ${part(from, () => sql`r.id >= ${firstUuid7(from?.getTime() ?? 0)}::uuid`)}
    ${part(until, () => sql`r.id < ${firstUuid7(until?.getTime() ?? 0)}::uuid`)}
    ${part(ids, () => sql`r.id = any(${ids}::uuid[])`)}`;
}

const statusIn = (statuses: readonly ScopeStatus[], excludesRetried: boolean): Statement =>
  statuses.length === 0
    ? sql`false`
    : sqlJoin(
        statuses.map((status) => (status === 'failed' && excludesRetried ? isUnresolved : statusIs(status))),
        'or',
      );

/**
 * Inlines statuses that have a partial index, because the planner can't match a parameter to a partial index.
 */
function statusIs(status: ScopeStatus): Statement {
  if (status === 'retried') return sql`(r.status = 'failed' and r.retried_as is not null)`;
  if (status === 'failed') return sql`r.status = 'failed'`;
  if (status === 'cancelled') return sql`r.status = 'cancelled'`;
  if (status === 'queued') return sql`r.status = 'queued'`;
  if (status === 'running') return sql`r.status = 'running'`;
  return sql`r.status = ${status}`;
}
