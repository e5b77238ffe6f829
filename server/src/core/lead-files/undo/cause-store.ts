import { type Statement, sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { JobId, LeadId, UserId, WorkspaceId } from '../../../lib/ids.ts';
import type { FieldChange, HistoryAction } from '../../history/index.ts';
import type { CausePeriod } from './cause.ts';

/**
 * How far the order of IDs may differ from the order of times, because clocks differ and transactions take time.
 */
const clockSlackMs = 3_600_000;

/** The condition for an entry of the history to be by the cause (spec/undo §1.1). */
const isBy = ({ cause: { user, means, run, job }, since, until }: CausePeriod): Statement => sql`
  (at >= ${since}::timestamptz and at <= ${until}::timestamptz
    and (${user ?? null}::bigint is null or user_id = ${user ?? null})
    and (${means?.type ?? null}::text is null or (means_type = ${means?.type ?? null}
      and means_id is not distinct from ${means?.id ?? null}::bigint
      and (${means?.name ?? null}::text is null or means_name = ${means?.name ?? null})))
    and (${run ?? null}::uuid is null or run_id = ${run ?? null}::uuid)
    and (${job ?? null}::bigint is null or (means_type = 'ui' and means_id = ${job ?? null})))`;

/**
 * Returns an ID that all entries since a time have or exceed. There is no index by time, but IDs grow with time, so a
 * binary search over the primary key finds it.
 */
async function selectFirstSince(
  transaction: Transaction,
  workspace: WorkspaceId,
  since: Date,
): Promise<number> {
  const time = new Date(since.getTime() - clockSlackMs);
  const ends = await transaction.one<{ low: number; high: number }>(sql`
    select coalesce(min(id), 0) as low, coalesce(max(id), 0) + 1 as high from lead_history
    where workspace_id = ${workspace}`);
  let { low, high } = ends;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const entry = await transaction.first<{ id: number; at: Date }>(sql`
      select id, at from lead_history where workspace_id = ${workspace} and id >= ${middle} order by id limit 1`);
    if (entry && entry.at < time) low = entry.id + 1;
    else high = middle;
  }
  return low;
}

/** The leads that a cause changed, and how the history names the cause. */
export interface CauseLeads {
  /** The lead that was changed last comes first. */
  readonly leads: readonly LeadId[];
  /** The first entry that can be by the cause. */
  readonly first: number;
  readonly newest: { readonly user: string | null; readonly means: string | null; readonly type: string };
}

/** With `owner`, returns only leads of that user. */
export async function selectCauseLeads(
  transaction: Transaction,
  workspace: WorkspaceId,
  period: CausePeriod,
  owner: UserId | null,
): Promise<CauseLeads | undefined> {
  const first = await selectFirstSince(transaction, workspace, period.since);
  const end = await selectFirstSince(
    transaction,
    workspace,
    new Date(period.until.getTime() + 2 * clockSlackMs),
  );
  const own = sql`
    where exists (select from leads where workspace_id = ${workspace} and id = lead_id and owner_id = ${owner})
      or exists (select from deleted_leads where workspace_id = ${workspace} and id = lead_id and owner_id = ${owner})`;
  const rows = await transaction.query<{ lead_id: LeadId; last: number }>(sql`
    select lead_id, last from (
      select lead_id, max(id) as last from lead_history
      where workspace_id = ${workspace} and id >= ${first} and id < ${end} and ${isBy(period)}
      group by lead_id) as touched
    ${owner === null ? sql`` : own}
    order by last desc`);
  const [latest] = rows;
  if (!latest) return undefined;
  const newest = await transaction.one<CauseLeads['newest']>(sql`
    select user_name as user, means_name as means, means_type as type from lead_history
    where workspace_id = ${workspace} and id = ${latest.last}`);
  return { leads: rows.map(({ lead_id }) => lead_id), first, newest };
}

/** An entry of a lead's history, from the point of view of an undo. */
export interface CauseEntry {
  readonly at: Date;
  readonly action: HistoryAction;
  readonly user: string | null;
  readonly means: string | null;
  readonly changes: readonly FieldChange[];
  readonly isByCause: boolean;
  /** Whether the undo itself made this change. */
  readonly isByUndo: boolean;
}

/** Returns the entries since `first` of each lead, in the order in which they were made. */
export async function selectCauseEntries(
  transaction: Transaction,
  workspace: WorkspaceId,
  leads: readonly LeadId[],
  { period, first, job }: { period: CausePeriod; first: number; job: JobId | null },
): Promise<Map<LeadId, CauseEntry[]>> {
  const rows = await transaction.query<CauseEntry & { lead: LeadId }>(sql`
    select lead_id as lead, at, action, user_name as user, means_name as means, changes, ${isBy(period)} as "isByCause",
           (means_type = 'ui' and means_id is not distinct from ${job}::bigint and ${job}::bigint is not null) as "isByUndo"
    from lead_history
    where workspace_id = ${workspace} and lead_id = any(${leads}::bigint[]) and id >= ${first}
    order by lead_id, id`);
  return Map.groupBy(rows, ({ lead }) => lead);
}
