import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isOutage } from '../lib/errors.ts';
import type { WorkspaceId } from '../lib/ids.ts';
import { Statement, sql } from './driver/sql.ts';
import type { Transaction } from './driver/transaction.ts';
import type { KeyedTable } from './keyed-rows.ts';
import type { OwnerDatabase } from './owner-database.ts';
import type { TableName } from './workspace-rows.ts';

const lockAttempts = 100;
const pauseMs = 100;

/** While a statement waits to lock a table, requests queue behind it. So it waits only briefly, and is tried again. */
async function patiently(
  owner: OwnerDatabase,
  work: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await owner.run(async (transaction) => {
        await transaction.query(sql`set local lock_timeout = '500ms'`);
        await work(transaction);
      });
    } catch (error) {
      if (!isOutage(error) || attempt === lockAttempts) throw error;
      await sleep(pauseMs);
    }
  }
}

/** Quotes a name or text, because these statements can't have parameters. */
const { escapeIdentifier, escapeLiteral } = pg;
const fixed = (text: string): Statement => new Statement([text], [], { isNamed: false });

/** A condition that concerns all three events can't use OLD or NEW, so deletions have their own trigger. */
const events = [
  { suffix: 'written', event: 'insert or update', row: 'new' },
  { suffix: 'deleted', event: 'delete', row: 'old' },
] as const;

const triggerName = (workspace: WorkspaceId, suffix: string) => `move_${workspace}_${suffix}`;

async function selectTriggers(
  transaction: Transaction,
  workspace: WorkspaceId,
  table: string,
): Promise<Set<string>> {
  const rows = await transaction.query<{ name: string }>(sql`
    select tgname::text as name from pg_trigger
    where tgrelid = to_regclass('public.' || quote_ident(${table})) and tgname like ${`move\\_${workspace}\\_%`}`);
  return new Set(rows.map(({ name }) => name));
}

/** Lets the database note which of the workspace's rows change, from now on. */
export const createMoveTriggers = (
  owner: OwnerDatabase,
  workspace: WorkspaceId,
  { table, keys }: KeyedTable,
  appRole: string,
): Promise<void> =>
  patiently(owner, async (transaction) => {
    const existing = await selectTriggers(transaction, workspace, table);
    const params = [appRole, table, ...keys.map(({ name }) => name)].map(escapeLiteral).join(', ');
    for (const { suffix, event, row } of events) {
      const name = triggerName(workspace, suffix);
      if (existing.has(name)) continue;
      await transaction.query(
        fixed(`create trigger ${escapeIdentifier(name)} before ${event} on public.${escapeIdentifier(table)}
        for each row when (${row}.workspace_id = ${Number(workspace)}) execute function public.note_moving_row(${params})`),
      );
    }
  });

/** The database stops noting changes of the workspace, and no longer prevents them if it has moved. */
export const dropMoveTriggers = (
  owner: OwnerDatabase,
  workspace: WorkspaceId,
  table: TableName,
): Promise<void> =>
  patiently(owner, async (transaction) => {
    for (const name of await selectTriggers(transaction, workspace, table))
      await transaction.query(
        fixed(`drop trigger ${escapeIdentifier(name)} on public.${escapeIdentifier(table)}`),
      );
  });
