import { sql } from '../../db/sql.ts';
import type { Transaction } from '../../db/transaction.ts';
import type { RunId, WorkflowId, WorkspaceId } from '../../lib/ids.ts';
import type { RunAddress } from './control-store.ts';

/**
 * Inserts a queued run of the workflow of that name, with its published version, if it is switched on.
 * @returns whether it is; undefined when there is no such workflow
 */
export async function insertStarted(
  transaction: Transaction,
  workspace: WorkspaceId,
  run: { id: RunId; workflow: string; input: string; depth: number; trace: string | null; now: Date },
): Promise<{ isEnabled: boolean } | undefined> {
  const row = await transaction.first<{ enabled: boolean }>(sql`
    with found as (
      select id, enabled, published_version from workflows
      where workspace_id = ${workspace} and name = ${run.workflow}),
    started as (
      insert into runs (workspace_id, id, workflow_id, workflow_version, status, depth, accepted_at, is_awaited, input,
                        trace)
      select ${workspace}, ${run.id}, id, published_version, 'queued', ${run.depth}, ${run.now}, false, ${run.input}, ${run.trace}
      from found where enabled)
    select enabled from found`);
  return row && { isEnabled: row.enabled };
}

/**
 * Stores a run that no request to a listener began, of the version that is published at this moment.
 * @returns false when the workflow, or its owner, is switched off
 */
export async function insertStartedByHand(
  transaction: Transaction,
  workspace: WorkspaceId,
  run: { id: RunId; workflow: WorkflowId; input: string; now: Date; isSent: boolean },
): Promise<boolean> {
  const row = await transaction.first(sql`
    insert into runs (workspace_id, id, workflow_id, workflow_version, status, accepted_at, sent_at, is_awaited, input)
    select w.workspace_id, ${run.id}, w.id, w.published_version, 'queued', ${run.now},
           ${run.isSent ? run.now : null}::timestamptz, false, ${run.input}
    from workflows w join users u on u.workspace_id = w.workspace_id and u.id = w.owner_id
    where w.workspace_id = ${workspace} and w.id = ${run.workflow} and w.enabled and u.active
    returning 1 as stored`);
  return row !== undefined;
}

/**
 * Stores a run with what a request brought that was accepted before. It came from no listener itself, so it is not among the requests.
 * @returns false when the workflow or its owner is switched off, or no request began that run
 */
export async function insertReplay(
  transaction: Transaction,
  { workspace, run }: RunAddress,
  replay: { id: RunId; now: Date; isSent: boolean },
): Promise<boolean> {
  const row = await transaction.first(sql`
    insert into runs (workspace_id, id, workflow_id, workflow_version, status, accepted_at, sent_at, is_awaited, input)
    select r.workspace_id, ${replay.id}, w.id, w.published_version, 'queued', ${replay.now},
           ${replay.isSent ? replay.now : null}::timestamptz, false, r.input
    from runs r
    join workflows w on w.workspace_id = r.workspace_id and w.id = r.workflow_id
    join users u on u.workspace_id = w.workspace_id and u.id = w.owner_id
    where r.workspace_id = ${workspace} and r.id = ${run} and r.listener_id is not null and w.enabled and u.active
    returning 1 as stored`);
  return row !== undefined;
}
