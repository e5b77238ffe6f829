import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { Messages, MoveState } from './move.ts';

export interface Arriving {
  readonly id: WorkspaceId;
  readonly name: string;
  /** Null once the workspace is here. */
  readonly state: MoveState | null;
  readonly call: number;
}

/** Locks and returns the workspace that arrives, or has arrived, with a move. */
export async function lockArriving(transaction: Transaction, move: string): Promise<Arriving | undefined> {
  return transaction.first<Arriving>(sql`
    select id, name, move_state as state, move_call as call from workspaces where move_id = ${move} for update`);
}

export async function insertArriving(
  transaction: Transaction,
  { move, call, name, base_url, host, listener_host }: Messages['begin'],
  now: Date,
): Promise<WorkspaceId> {
  const { id } = await transaction.one<{ id: WorkspaceId }>(sql`
    insert into workspaces (name, base_url, host, listener_host, suspended_at, move_state, move_id, move_call)
    values (${name}, ${base_url}, ${host}, ${listener_host}, ${now}, 'arriving', ${move}, ${call}) returning id`);
  return id;
}

/** Messages of earlier calls are rejected from now on. */
export async function updateCall(transaction: Transaction, id: WorkspaceId, call: number): Promise<void> {
  await transaction.query(
    sql`update workspaces set move_call = ${call} where id = ${id} and move_call < ${call}`,
  );
}

/** From now on, the workspace is served here. The ID of the move stays, so that this can be repeated. */
export async function updateArrived(transaction: Transaction, id: WorkspaceId): Promise<void> {
  await transaction.query(sql`update workspaces set move_state = null, suspended_at = null where id = ${id}`);
}
