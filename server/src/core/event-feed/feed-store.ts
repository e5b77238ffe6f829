import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { UserId, WorkspaceId } from '../../lib/ids.ts';
import type { EventType } from '../events/index.ts';

/** What decides whether a user gets an event. */
export interface ScannedEvent {
  readonly position: number;
  readonly at: Date;
  readonly type: EventType;
  /** The owner of the lead as it is in the event, or of the workflow. Null if there is none. */
  readonly owner: UserId | null;
}

/** Returns the last position that the relay gave. */
export async function selectLastPosition(transaction: Transaction, workspace: WorkspaceId): Promise<number> {
  const row = await transaction.first<{ position: number }>(
    sql`select position from event_relays where workspace_id = ${workspace}`,
  );
  return row?.position ?? 0;
}

/**
 * Returns the next events after a position, without their content. A stored lead isn't plain JSON, but in JSON the quoted
 * name followed by a colon can't be part of a value.
 */
export const scanEvents = (
  transaction: Transaction,
  workspace: WorkspaceId,
  after: number,
  most: number,
): Promise<ScannedEvent[]> =>
  transaction.query(sql`
    select e.position, e.at, e.type,
           case when e.lead_id is null then w.owner_id
                else substring(e.lead from '"owner_id":([0-9]+)')::bigint end as owner
    from events e left join workflows w on w.workspace_id = e.workspace_id and w.id = e.workflow_id
    where e.workspace_id = ${workspace} and e.position > ${after}
    order by e.position limit ${most}`);
