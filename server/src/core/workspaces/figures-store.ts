import type { Database } from '../../db/database.ts';
import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { WorkspaceId } from '../../lib/ids.ts';

export interface DirectoryEntry {
  readonly id: WorkspaceId;
  readonly name: string;
  readonly base_url: string;
  readonly created_at: Date;
  readonly suspended_at: Date | null;
  readonly deletion_began_at: Date | null;
  /** How far its move to or from another installation is. */
  readonly move_state: string | null;
}

export interface Figures {
  readonly leads: number;
  readonly users: number;
  readonly runs_last_24_hours: number;
}

export const selectDirectoryEntries = (
  db: Database,
  after: number,
  most: number,
): Promise<DirectoryEntry[]> =>
  db.readDirectory(sql`
    select id, name, base_url, created_at, suspended_at, deletion_began_at, move_state from workspaces
    where id > ${after} order by id limit ${most}`);

/**
 * Returns each workspace's figures. Leads come from the list counters; runs are counted from the ID that
 * starts with the given time.
 */
export const selectFigures = (
  transaction: Transaction,
  workspace: WorkspaceId,
  firstRun: string,
): Promise<Figures> =>
  transaction.one(sql`
    select
      coalesce((select count from lead_counts where workspace_id = ${workspace} and owner_id = -1), 0)
        + coalesce((select sum(delta) from lead_count_deltas where workspace_id = ${workspace}), 0)::bigint as leads,
      (select count(*) from users where workspace_id = ${workspace}) as users,
      (select count(*) from runs where workspace_id = ${workspace} and id >= ${firstRun}) as runs_last_24_hours`);
