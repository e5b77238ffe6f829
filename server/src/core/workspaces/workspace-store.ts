import type { Database } from '../../db/database.ts';
import { type Statement, sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { Tables } from '../../db/tables.gen.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { WorkspaceSettings } from './settings.ts';
import type { Workspace } from './workspace.ts';

type DirectoryRow = Pick<
  Tables['workspaces'],
  'id' | 'name' | 'base_url' | 'host' | 'listener_host' | 'suspended_at'
>;

const columns = sql`id, name, base_url, host, listener_host, suspended_at`;

const toWorkspace = (row: DirectoryRow): Workspace => ({
  id: row.id as WorkspaceId,
  name: row.name,
  baseUrl: row.base_url,
  host: row.host,
  listenerHost: row.listener_host,
  isSuspended: row.suspended_at !== null,
});

export async function selectByHost(db: Database, host: string): Promise<Workspace | undefined> {
  const rows = await db.readDirectory<DirectoryRow>(
    sql`select ${columns} from workspaces where host = ${host}`,
  );
  return rows[0] && toWorkspace(rows[0]);
}

export async function selectByListenerHost(db: Database, host: string): Promise<Workspace | undefined> {
  const rows = await db.readDirectory<DirectoryRow>(
    sql`select ${columns} from workspaces where coalesce(listener_host, host) = ${host}`,
  );
  return rows[0] && toWorkspace(rows[0]);
}

/**
 * Returns an SQL condition: workspace `d` serves its listeners at a host. A single workspace is served at any
 * host (spec/provisioning §1.2), unless its listeners have a separate one (spec/listeners §1.5).
 */
export const servesListenersAt = (host: Statement): Statement => sql`
  (coalesce(d.listener_host, d.host) = ${host}
   or (d.listener_host is null and not exists (select from workspaces other where other.id <> d.id)))`;

/** Returns the only workspace, or undefined if there is none or more than one. */
export async function selectOnly(db: Database): Promise<Workspace | undefined> {
  const rows = await db.readDirectory<DirectoryRow>(sql`select ${columns} from workspaces limit 2`);
  return rows.length === 1 && rows[0] ? toWorkspace(rows[0]) : undefined;
}

export async function selectWorkspaces(db: Database, after: number, limit: number): Promise<Workspace[]> {
  const rows = await db.readDirectory<DirectoryRow>(
    sql`select ${columns} from workspaces where id > ${after} order by id limit ${limit}`,
  );
  return rows.map(toWorkspace);
}

export async function anyWorkspace(db: Database): Promise<boolean> {
  return (await db.readDirectory(sql`select from workspaces limit 1`)).length > 0;
}

/** The statement that `withNewWorkspace` runs. */
export const insertWorkspace = (name: string, baseUrl: string, host: string): Statement =>
  sql`insert into workspaces (name, base_url, host) values (${name}, ${baseUrl}, ${host}) returning id`;

export async function selectWorkspace(transaction: Transaction, id: WorkspaceId): Promise<Workspace> {
  return toWorkspace(
    await transaction.one<DirectoryRow>(sql`select ${columns} from workspaces where id = ${id}`),
  );
}

/** Locks the workspace's setup until the transaction ends. */
export async function lockWorkspace(transaction: Transaction, id: WorkspaceId): Promise<Workspace> {
  return toWorkspace(
    await transaction.one<DirectoryRow>(sql`select ${columns} from workspaces where id = ${id} for update`),
  );
}

export async function updateName(transaction: Transaction, id: WorkspaceId, name: string): Promise<void> {
  await transaction.query(sql`update workspaces set name = ${name} where id = ${id}`);
}

/** Suspends or resumes a workspace. A workspace that is being deleted can't be resumed. */
export async function updateSuspended(
  transaction: Transaction,
  id: WorkspaceId,
  suspendedAt: Date | null,
): Promise<void> {
  await transaction.query(sql`update workspaces set suspended_at = ${suspendedAt} where id = ${id}`);
}

/** Locks the workspace and returns it with its state. */
export async function lockState(
  transaction: Transaction,
  id: WorkspaceId,
): Promise<{ workspace: Workspace; isBeingDeleted: boolean; isMoving: boolean }> {
  const row = await transaction.one<
    DirectoryRow & Pick<Tables['workspaces'], 'deletion_began_at' | 'move_state'>
  >(sql`
    select ${columns}, deletion_began_at, move_state from workspaces where id = ${id} for update`);
  return {
    workspace: toWorkspace(row),
    isBeingDeleted: row.deletion_began_at !== null,
    isMoving: row.move_state !== null,
  };
}

export async function updateAddress(
  transaction: Transaction,
  id: WorkspaceId,
  { baseUrl, host }: { baseUrl: string; host: string },
): Promise<void> {
  await transaction.query(sql`update workspaces set base_url = ${baseUrl}, host = ${host} where id = ${id}`);
}

export async function updateListenerHost(
  transaction: Transaction,
  id: WorkspaceId,
  host: string | null,
): Promise<void> {
  await transaction.query(sql`update workspaces set listener_host = ${host} where id = ${id}`);
}

/** Locks all workspaces' hosts until the transaction ends. */
export async function lockHosts(transaction: Transaction): Promise<void> {
  await transaction.query(sql`select pg_advisory_xact_lock(hashtextextended('workspace hosts', 0))`);
}

/**
 * Returns a host of this workspace that is another workspace's listener host, or a listener host that is
 * another workspace's host.
 */
export async function selectSharedHost(
  transaction: Transaction,
  id: WorkspaceId,
): Promise<string | undefined> {
  const row = await transaction.first<{ shared: string }>(sql`
    select case o.listener_host when mine.host then mine.host else mine.listener_host end as shared
    from workspaces mine join workspaces o on o.id <> mine.id
      and (o.listener_host in (mine.host, mine.listener_host) or o.host = mine.listener_host)
    where mine.id = ${id} limit 1`);
  return row?.shared;
}

export async function insertSettings(transaction: Transaction, id: WorkspaceId): Promise<void> {
  await transaction.query(sql`insert into workspace_settings (workspace_id) values (${id})`);
}

export function selectSettings(transaction: Transaction, id: WorkspaceId): Promise<WorkspaceSettings> {
  return transaction.one<WorkspaceSettings>(sql`
    select default_page_size, rate_limit_per_minute, rate_limit_burst, listener_limit_per_second, listener_limit_per_day,
           runs_in_flight, mail_limit_per_day, run_retention_days, restore_days, history_days, metadata_clients, agent_tools_off,
           agent_call_days, timezone
    from workspace_settings where workspace_id = ${id}`);
}

export async function updateSettings(
  transaction: Transaction,
  id: WorkspaceId,
  settings: WorkspaceSettings,
): Promise<void> {
  await transaction.query(sql`
    update workspace_settings set
      default_page_size = ${settings.default_page_size},
      rate_limit_per_minute = ${settings.rate_limit_per_minute},
      rate_limit_burst = ${settings.rate_limit_burst},
      listener_limit_per_second = ${settings.listener_limit_per_second},
      listener_limit_per_day = ${settings.listener_limit_per_day},
      runs_in_flight = ${settings.runs_in_flight},
      mail_limit_per_day = ${settings.mail_limit_per_day},
      run_retention_days = ${settings.run_retention_days},
      restore_days = ${settings.restore_days},
      history_days = ${settings.history_days},
      metadata_clients = ${settings.metadata_clients},
      agent_tools_off = ${settings.agent_tools_off}::text[],
      agent_call_days = ${settings.agent_call_days},
      timezone = ${settings.timezone}
    where workspace_id = ${id}`);
}

/**
 * Increments the version that compiled listeners compare to detect changes in the values their settings read.
 */
export async function raiseTemplateValues(transaction: Transaction, id: WorkspaceId): Promise<void> {
  await transaction.query(sql`
    update workspace_settings set template_values_version = template_values_version + 1 where workspace_id = ${id}`);
}
