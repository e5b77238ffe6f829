import type { Transaction } from '../../db/driver/transaction.ts';
import { hasBeyond } from '../../db/workspace-rows.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import { recount } from '../leads/index.ts';
import { selectRoles } from '../roles/index.ts';
import { selectSettings, settingsSchema } from '../workspaces/index.ts';
import { damaged, type FileEnd } from './workspace-file.ts';
import { carriedTables, type Extent } from './workspace-tables.ts';

/** Ids are counted over all workspaces, and a part of them must fit into a smaller number: nobody has so many of anything. */
const highestId = 2 ** 40;
const maxWeeks = 600;
const earliest = new Date('2020-01-01T00:00:00Z');
const weekMs = 7 * 24 * 3_600_000;

/**
 * Refuses an end that would take away room from all workspaces: ids that are about to run out, or partitions for weeks in which no
 * run began. A file may have been written by anybody.
 */
export function checkEnd({ tables, weeks }: FileEnd, now: Date): void {
  for (const [table, { highest_id: highest = 0 }] of Object.entries(tables))
    if (highest < 0 || highest > highestId) throw damaged(`ids of ${table} are too high`);
  const latest = new Date(now.getTime() + weekMs);
  const isWrong = (week: string) => !(new Date(week) >= earliest && new Date(week) <= latest);
  if (weeks.length > maxWeeks || weeks.some(isWrong)) throw damaged('it names weeks that cannot be');
}

/**
 * Refuses rows that the product would never have written, and that upkeep reads together with those of all other workspaces: there
 * one of them would stop the work for all.
 */
export async function checkImported(
  transaction: Transaction,
  workspace: WorkspaceId,
  extent: Extent,
): Promise<void> {
  for (const table of carriedTables(extent)) {
    if (await hasBeyond(transaction, table, workspace, highestId))
      throw damaged(`numbers in ${table} are too high`);
  }
  const settings = settingsSchema.safeParse(await selectSettings(transaction, workspace));
  if (!settings.success) throw damaged('its settings are none');
  // Permissions are held against what there is when they are read.
  await selectRoles(transaction, workspace).catch(() => {
    throw damaged('it has a role with permissions that are none');
  });
  const { differences } = await recount(transaction, workspace);
  if (differences.length > 0) throw damaged('it counts other leads than it has');
}
