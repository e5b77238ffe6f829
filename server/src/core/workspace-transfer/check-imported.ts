import type { Transaction } from '../../db/driver/transaction.ts';
import { hasBeyond } from '../../db/workspace-rows.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import { recount } from '../leads/index.ts';
import { selectRoles } from '../roles/index.ts';
import { selectSettings, settingsSchema } from '../workspaces/index.ts';
import { damaged, type FileEnd } from './workspace-file.ts';
import { carriedTables, type Extent } from './workspace-tables.ts';

/** The highest allowed ID. All workspaces share the sequences, and some IDs must fit into a smaller type. */
const highestId = 2 ** 40;
const maxWeeks = 600;
const earliest = new Date('2020-01-01T00:00:00Z');
const weekMs = 7 * 24 * 3_600_000;

/**
 * Rejects a file that would exhaust resources shared by all workspaces, with very high IDs or with partitions
 * for weeks without runs. The file is untrusted.
 */
export function checkEnd({ tables, weeks }: FileEnd, now: Date): void {
  for (const [table, { highest_id: highest = 0 }] of Object.entries(tables))
    if (highest < 0 || highest > highestId) throw damaged(`ids in ${table} are too high`);
  const latest = new Date(now.getTime() + weekMs);
  const isWrong = (week: string) => !(new Date(week) >= earliest && new Date(week) <= latest);
  if (weeks.length > maxWeeks || weeks.some(isWrong))
    throw damaged('its list of weeks is too long or contains a date out of range');
}

/**
 * Rejects rows that Hark would never write and that upkeep reads together with other workspaces' rows. One
 * such row would stop upkeep for all workspaces.
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
  if (!settings.success) throw damaged('its settings are invalid');
  // Reading the roles validates their permissions.
  await selectRoles(transaction, workspace).catch(() => {
    throw damaged('it has a role with invalid permissions');
  });
  const { differences } = await recount(transaction, workspace);
  if (differences.length > 0) throw damaged("its lead counts don't match its leads");
}
