import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { LeadId, RunId, WorkflowId, WorkspaceId } from '../../lib/ids.ts';
import type { FieldChange, HistoryAction } from '../history/index.ts';

/** A run whose input a shadow run uses. */
export interface StoredRequest {
  readonly id: RunId;
  readonly accepted_at: Date;
  readonly input: string;
}

/**
 * Returns a workflow's newest ended runs, newest first (spec/shadow §1.2). A retry has the same input as the run that it
 * retries, so it is left out.
 */
export const selectStoredRequests = (
  transaction: Transaction,
  workspace: WorkspaceId,
  workflow: WorkflowId,
  { before, most }: { before: RunId | null; most: number },
): Promise<StoredRequest[]> =>
  transaction.query<StoredRequest>(sql`
    select id, accepted_at, input from runs
    where workspace_id = ${workspace} and workflow_id = ${workflow} and status in ('succeeded', 'failed')
      and retry_of is null and (${before}::uuid is null or id < ${before}::uuid)
    order by id desc limit ${most}`);

/** The newest lead and the newest history entry. What a shadow run creates has higher IDs. */
export interface LastIds {
  readonly lead: number;
  readonly entry: number;
}

export const selectLastIds = (transaction: Transaction, workspace: WorkspaceId): Promise<LastIds> =>
  transaction.one<LastIds>(sql`
    select coalesce((select max(id) from leads where workspace_id = ${workspace}), 0)::bigint as lead,
           coalesce((select max(id) from lead_history where workspace_id = ${workspace}), 0)::bigint as entry`);

/** Returns which of these leads a run created, and still exist. */
export async function selectCreatedBy(
  transaction: Transaction,
  workspace: WorkspaceId,
  run: RunId,
  leads: readonly LeadId[],
): Promise<LeadId[]> {
  const rows = await transaction.query<{ id: LeadId }>(sql`
    select l.id from leads l where l.workspace_id = ${workspace} and l.id = any(${leads}::bigint[]) and exists (
      select from lead_history h
      where h.workspace_id = l.workspace_id and h.lead_id = l.id and h.run_id = ${run}::uuid and h.action = 'created')`);
  return rows.map(({ id }) => id);
}

export interface LeadEntry {
  readonly lead: LeadId;
  readonly action: HistoryAction;
  readonly changes: readonly FieldChange[];
}

/** Returns what a run changed in leads since a history entry, in order. */
export const selectLeadEntries = (
  transaction: Transaction,
  workspace: WorkspaceId,
  run: RunId,
  after: LastIds['entry'],
): Promise<LeadEntry[]> =>
  transaction.query<LeadEntry>(sql`
    select lead_id as lead, action, changes from lead_history
    where workspace_id = ${workspace} and id > ${after} and run_id = ${run}::uuid order by id`);
