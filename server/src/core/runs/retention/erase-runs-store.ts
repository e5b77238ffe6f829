import { type Statement, sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { LeadId, RunId, WorkspaceId } from '../../../lib/ids.ts';

/** What runs are searched for: leads that their steps had in hand, and addresses, in lower case, in whatever they hold. */
export interface Wanted {
  readonly leads: readonly LeadId[];
  readonly addresses: readonly string[];
}

/**
 * The next runs of a workspace after an id, and which of them have to be looked at: those that may hold one of the
 * addresses, or had one of the leads in hand. It says yes where only reading tells: escaped or encrypted texts.
 */
export function selectSuspects(
  transaction: Transaction,
  workspace: WorkspaceId,
  { leads, addresses }: Wanted,
  after: RunId,
  most: number,
): Promise<{ id: RunId; is_suspect: boolean }[]> {
  const beginnings = leads.map((id) => `{"id":${id},`);
  // The database's own lower case knows other letters than ours.
  const isBeyondAscii = addresses.some((address) => !/^[\x20-\x7e]*$/.test(address));
  const mayHold = (text: Statement) => sql`(
    strpos(${text}, '\\u') > 0
    or exists (select from unnest(${addresses}::text[]) address where strpos(lower(${text}), address) > 0))`;
  return transaction.query(sql`
    with stretch as materialized (
      select id, input, error from runs where workspace_id = ${workspace} and id > ${after} order by id limit ${most})
    select r.id, ${isBeyondAscii}::boolean or coalesce(${mayHold(sql`r.input`)}, false) or coalesce(${mayHold(sql`r.error`)}, false)
      or exists (
        select from run_steps s where s.workspace_id = ${workspace} and s.run_id = r.id and (
          s.sealed_output is not null
          or ${mayHold(sql`s.input`)} or ${mayHold(sql`s.output`)} or ${mayHold(sql`s.error`)}
          or (starts_with(s.type, 'lead.') and (
            strpos(s.input, '"id":') > 0
            or exists (select from unnest(${beginnings}::text[]) beginning where starts_with(s.output, beginning))))))
        as is_suspect
    from stretch r order by r.id`);
}

/** Everything readable of a run itself. */
export function selectRunTexts(
  transaction: Transaction,
  workspace: WorkspaceId,
  run: RunId,
): Promise<{ input: string; error: string | null } | undefined> {
  return transaction.first(
    sql`select input, error from runs where workspace_id = ${workspace} and id = ${run}`,
  );
}

/**
 * Removes runs with their steps, whatever their state. Whoever executes one at this moment is waited for, and finds nothing to go on
 * with afterwards.
 */
export async function deleteRuns(
  transaction: Transaction,
  workspace: WorkspaceId,
  runs: readonly RunId[],
): Promise<void> {
  await transaction.query(
    sql`delete from runs where workspace_id = ${workspace} and id = any(${runs}::uuid[])`,
  );
  await transaction.query(
    sql`delete from run_steps where workspace_id = ${workspace} and run_id = any(${runs}::uuid[])`,
  );
}
