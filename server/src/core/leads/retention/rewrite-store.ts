import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { LeadId, WorkspaceId } from '../../../lib/ids.ts';
import type { FieldSet } from '../../lead-fields/index.ts';
import { type LeadRow, type StoredLead, toLead } from '../record/lead-store.ts';

/** Returns workspaces whose field set changed at least this long ago and that still have leads to rewrite. */
export async function selectToRewrite(
  transaction: Transaction,
  settledAfterMs: number,
  most: number,
): Promise<WorkspaceId[]> {
  const rows = await transaction.query<{ workspace_id: WorkspaceId }>(sql`
    select workspace_id from lead_upkeep
    where rewrite_since <= now() - make_interval(secs => ${settledAfterMs / 1000})
    order by rewrite_since limit ${most}`);
  return rows.map((row) => row.workspace_id);
}

/**
 * Returns the ID up to which leads have been rewritten, or undefined if rewriting is finished or locked by
 * another process.
 */
export async function lockRewriting(
  transaction: Transaction,
  workspace: WorkspaceId,
): Promise<number | undefined> {
  const row = await transaction.first<{ rewrite_after: number }>(sql`
    select rewrite_after from lead_upkeep where workspace_id = ${workspace} and rewrite_since is not null
    for update skip locked`);
  return row?.rewrite_after;
}

/** Saves the progress; null means that rewriting is finished. */
export async function saveRewriting(
  transaction: Transaction,
  workspace: WorkspaceId,
  after: number | null,
): Promise<void> {
  await transaction.query(sql`
    update lead_upkeep set rewrite_after = ${after ?? 0},
      rewrite_since = case when ${after}::bigint is null then null else rewrite_since end
    where workspace_id = ${workspace}`);
}

/**
 * A batch. `leads` are stale and locked, `end` is null after the last lead, and `firstBusy` is the first lead
 * that another transaction has locked.
 */
interface Stretch {
  readonly leads: StoredLead[];
  readonly end: number | null;
  readonly firstBusy: number | null;
}

/** Reads the next `most` leads after an ID. The returned rows can't change before the transaction ends. */
export async function lockStale(
  transaction: Transaction,
  workspace: WorkspaceId,
  fields: FieldSet,
  after: number,
  most: number,
): Promise<Stretch> {
  const seen = await transaction.query<{ id: LeadId; is_stale: boolean }>(sql`
    select id, field_set < ${fields.since} as is_stale from leads
    where workspace_id = ${workspace} and id > ${after} order by id limit ${most}`);
  const stale = seen.filter((lead) => lead.is_stale).map(({ id }) => id);
  const rows = await transaction.query<LeadRow>(sql`
    select id, created_by, modified_by, date_added, date_modified, field_set, wire from leads
    where workspace_id = ${workspace} and id = any(${stale}::bigint[])
    order by id for update skip locked`);
  const held = new Set(rows.map(({ id }) => id));
  const leads = rows.filter((row) => row.field_set < fields.since).map((row) => toLead(row, fields));
  const busy = stale.filter((id) => !held.has(id));
  return { leads, end: seen.length < most ? null : (seen.at(-1)?.id ?? null), firstBusy: busy[0] ?? null };
}

/** Replaces the stored JSON. Nothing else about a lead changes. */
export async function updateWires(
  transaction: Transaction,
  workspace: WorkspaceId,
  wires: readonly { id: LeadId; wire: string }[],
  version: number,
): Promise<void> {
  if (wires.length === 0) return;
  await transaction.query(sql`
    update leads l set wire = t.wire, field_set = ${version}
    from unnest(${wires.map(({ id }) => id)}::bigint[], ${wires.map(({ wire }) => wire)}::text[]) as t(id, wire)
    where l.workspace_id = ${workspace} and l.id = t.id`);
}
