import { type Statement, sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { Tables } from '../../db/tables.gen.ts';
import type { LeadId, RunId, WorkspaceId } from '../../lib/ids.ts';
import type { Actor, ProposedIn } from '../audit/index.ts';

export interface FieldChange {
  readonly field: string;
  readonly old: unknown;
  readonly new: unknown;
}

export type HistoryAction = 'created' | 'edited' | 'deleted' | 'restored';

/** An entry in a lead's history (spec/rest-api §5.5). */
export interface HistoryEntry {
  readonly id: number;
  readonly date: Date;
  readonly action: string;
  readonly user: { readonly id: number; readonly name: string } | null;
  readonly means: { readonly type: string; readonly id: number | null; readonly name: string | null };
  readonly changes: readonly FieldChange[];
  /** The workflow run that made the change. The REST API doesn't return it (spec/rest-api §5.5). */
  readonly run: string | null;
  /** The run that started `run`. The REST API doesn't return it either. */
  readonly started_by: string | null;
  /** The approved proposal that the change comes from. The REST API doesn't return it either. */
  readonly proposal: ProposedIn | null;
}

/** What to record about a change. `at` is the time that is also stored in the lead. */
export interface HistoryNote {
  readonly at: Date;
  readonly actor: Actor;
  readonly action: HistoryAction;
  readonly changes: readonly FieldChange[];
  /** Whether the change may start triggers (spec/triggers §3.5). */
  readonly startsTriggers: boolean;
}

/** Writes an entry for every ID in `leads`, in the same statement that changes the leads. */
export const historyInsert = (
  workspace: WorkspaceId,
  leads: Statement,
  { at, actor: { user, means }, action, changes }: HistoryNote,
): Statement => sql`
  insert into lead_history (workspace_id, lead_id, at, action, user_id, user_name, means_type, means_id, means_name, changes,
                            run_id, started_by, proposal)
  select ${workspace}::bigint, id, ${at}::timestamptz, ${action}, ${user?.id ?? null}::bigint, ${user?.name ?? null},
         ${means.type}, ${means.id ?? null}::bigint, ${means.name ?? null}, ${JSON.stringify(changes)}::jsonb,
         ${means.run ?? null}::uuid, ${means.startedBy ?? null}::uuid,
         ${means.proposal ? JSON.stringify(means.proposal) : null}::jsonb
  from ${leads}`;

/** A page of a lead's history, newest first. `before` excludes the entry with that ID and newer ones. */
export interface HistoryPage {
  readonly limit: number;
  readonly start: number;
  readonly before?: number | undefined;
}

export async function selectHistory(
  transaction: Transaction,
  workspace: WorkspaceId,
  lead: LeadId,
  { limit, start, before }: HistoryPage,
): Promise<{ total: number; history: HistoryEntry[] }> {
  const [{ total }, rows] = await Promise.all([
    transaction.one<{ total: number }>(
      sql`select count(*) as total from lead_history where workspace_id = ${workspace} and lead_id = ${lead}`,
    ),
    transaction.query<Tables['lead_history']>(sql`
      select workspace_id, id, lead_id, at, action, user_id, user_name, means_type, means_id, means_name, changes, run_id,
             started_by, proposal
      from lead_history where workspace_id = ${workspace} and lead_id = ${lead}
        and (${before ?? null}::bigint is null or id < ${before ?? null})
      order by id desc limit ${limit} offset ${start}`),
  ]);
  return { total, history: rows.map(toEntry) };
}

/** Returns the runs that changed one of these leads, the latest change first. */
export async function selectRunsOfLeads(
  transaction: Transaction,
  workspace: WorkspaceId,
  leads: readonly LeadId[],
  most: number,
): Promise<RunId[]> {
  const rows = await transaction.query<{ run_id: RunId }>(sql`
    select run_id from lead_history
    where workspace_id = ${workspace} and lead_id = any(${leads}::bigint[]) and run_id is not null
    group by run_id order by max(id) desc limit ${most}`);
  return rows.map(({ run_id }) => run_id);
}

/** Returns every string value that a lead's field has ever had, according to the history. */
export async function selectPastTexts(
  transaction: Transaction,
  workspace: WorkspaceId,
  lead: LeadId,
  field: string,
): Promise<string[]> {
  const rows = await transaction.query<Pick<Tables['lead_history'], 'changes'>>(sql`
    select changes from lead_history where workspace_id = ${workspace} and lead_id = ${lead}`);
  const changes = rows.flatMap((row) => row.changes as unknown as FieldChange[]);
  const values = changes
    .filter((change) => change.field === field)
    .flatMap((change) => [change.old, change.new]);
  return values.filter((value) => typeof value === 'string');
}

/** @returns how many entries were deleted */
export async function deleteHistory(
  transaction: Transaction,
  workspace: WorkspaceId,
  lead: LeadId,
): Promise<number> {
  const { removed } = await transaction.one<{ removed: number }>(sql`
    with gone as (delete from lead_history where workspace_id = ${workspace} and lead_id = ${lead} returning 1)
    select count(*) as removed from gone`);
  return removed;
}

const toEntry = (row: Tables['lead_history']): HistoryEntry => ({
  id: row.id,
  date: row.at,
  action: row.action,
  user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
  means: { type: row.means_type, id: row.means_id, name: row.means_name },
  changes: row.changes as unknown as FieldChange[],
  run: row.run_id,
  started_by: row.started_by,
  proposal: row.proposal as ProposedIn | null,
});
