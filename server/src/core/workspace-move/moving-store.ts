import type { Database } from '../../db/database.ts';
import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { RowKey } from '../../db/keyed-rows.ts';
import type { Tables } from '../../db/tables.gen.ts';
import type { TableName } from '../../db/workspace-rows.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { MoveState, Progress } from './move.ts';

interface MoveRow {
  move_id: string | null;
  move_state: MoveState | null;
  move_progress: Progress | null;
  move_call: number | null;
}

export interface StoredMove {
  readonly id: string | null;
  readonly state: MoveState | null;
  readonly progress: Progress;
  readonly call: number;
}

/** Locks the workspace and returns how far its move is. */
export async function lockMove(transaction: Transaction, workspace: WorkspaceId): Promise<StoredMove> {
  const row = await transaction.one<MoveRow>(sql`
    select move_id, move_state, move_progress, move_call from workspaces where id = ${workspace}
    for no key update`);
  return {
    id: row.move_id,
    state: row.move_state,
    progress: row.move_progress ?? { table: 0, after: null, until: null },
    call: row.move_call ?? 0,
  };
}

/** Begins a move, or continues it with another call of the command. */
export async function updateCall(
  transaction: Transaction,
  workspace: WorkspaceId,
  { id, state, call }: { readonly id: string; readonly state: MoveState; readonly call: number },
): Promise<void> {
  await transaction.query(sql`
    update workspaces set move_state = ${state}, move_id = ${id}, move_call = ${call} where id = ${workspace}`);
}

export async function updateForwardTo(
  transaction: Transaction,
  workspace: WorkspaceId,
  forwardTo: readonly string[],
): Promise<void> {
  await transaction.query(
    sql`update workspaces set forward_to = ${forwardTo}::text[] where id = ${workspace}`,
  );
}

export async function updateProgress(
  transaction: Transaction,
  workspace: WorkspaceId,
  progress: Progress,
): Promise<void> {
  await transaction.query(sql`
    update workspaces set move_progress = ${JSON.stringify(progress)}::jsonb where id = ${workspace}`);
}

/** Requests are served, and the workspace starts runs again. */
export async function updateCopying(transaction: Transaction, workspace: WorkspaceId): Promise<void> {
  await transaction.query(sql`
    update workspaces set move_state = 'copying', suspended_at = null, switches_at = null where id = ${workspace}`);
}

/** No run starts from now on. Those that run can finish. */
export async function updateDraining(
  transaction: Transaction,
  workspace: WorkspaceId,
  switchesAt: Date | null,
): Promise<void> {
  await transaction.query(sql`
    update workspaces set move_state = 'draining', switches_at = ${switchesAt} where id = ${workspace}`);
}

/** No request is served from now on. */
export async function updateSwitching(
  transaction: Transaction,
  workspace: WorkspaceId,
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    update workspaces set move_state = 'switching', suspended_at = ${now} where id = ${workspace}`);
}

/** Nothing changes here any more. */
export async function updateMoved(transaction: Transaction, workspace: WorkspaceId): Promise<void> {
  await transaction.query(sql`update workspaces set move_state = 'moved' where id = ${workspace}`);
}

/** Calls off a move. The workspace is served here again if it was already suspended for the switch. */
export async function clearMove(transaction: Transaction, workspace: WorkspaceId): Promise<void> {
  await transaction.query(sql`
    update workspaces set
      suspended_at = case when move_state = 'switching' then null else suspended_at end,
      move_state = null, move_id = null, move_call = null, move_progress = null, forward_to = null, switches_at = null
    where id = ${workspace}`);
  await transaction.query(sql`delete from moving_rows where workspace_id = ${workspace}`);
}

/** Waits until all open transactions that changed the workspace have ended. Later ones wait for this one. */
export async function lockChanges(transaction: Transaction, workspace: WorkspaceId): Promise<void> {
  await transaction.query(
    sql`select pg_advisory_xact_lock(hashtextextended('workspace move', ${workspace}::bigint))`,
  );
}

/** Counts runs that are in the engine. */
export async function countStartedRuns(transaction: Transaction, workspace: WorkspaceId): Promise<number> {
  const { count } = await transaction.one<{ count: number }>(sql`
    select count(*) as count from runs
    where workspace_id = ${workspace} and status in ('queued', 'running') and sent_at is not null`);
  return count;
}

export interface NotedRow {
  readonly id: number;
  readonly table: string;
  readonly key: RowKey;
}

/** Returns the keys of rows that changed since they were copied. */
export function selectNoted(transaction: Transaction, workspace: WorkspaceId): Promise<NotedRow[]> {
  return transaction.query<{ id: number; table: string; key: string }>(sql`
    select id, table_name as "table", key::text as key from moving_rows where workspace_id = ${workspace}`);
}

export async function deleteNoted(
  transaction: Transaction,
  workspace: WorkspaceId,
  ids: readonly number[],
): Promise<void> {
  await transaction.query(
    sql`delete from moving_rows where workspace_id = ${workspace} and id = any(${ids}::bigint[])`,
  );
}

/** Returns the last ID that each table's sequence has given out. */
export async function selectLastIds(
  transaction: Transaction,
  tables: readonly TableName[],
): Promise<Record<string, number>> {
  const rows = await transaction.query<{ name: string; last: number | null }>(sql`
    select t.name, pg_sequence_last_value(pg_get_serial_sequence('public.' || quote_ident(t.name), 'id')::regclass) as last
    from unnest(${tables}::text[]) t(name)
    join pg_attribute a on a.attrelid = to_regclass('public.' || quote_ident(t.name)) and a.attname = 'id'
      and a.attidentity <> ''`);
  return Object.fromEntries(rows.map(({ name, last }) => [name, last ?? 0]));
}

export type MovingHost = Pick<
  Tables['workspaces'],
  'host' | 'listener_host' | 'move_state' | 'forward_to' | 'switches_at'
>;

/** Returns the workspaces that move. There are few, and an index lists them. */
export const selectMovingHosts = (db: Database): Promise<MovingHost[]> =>
  db.readDirectory<MovingHost>(sql`
    select host, listener_host, move_state, forward_to, switches_at from workspaces
    where move_state is not null and move_state <> 'copying'`);
