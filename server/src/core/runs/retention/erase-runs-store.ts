import { type Statement, sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { LeadId, RunId, WorkspaceId } from '../../../lib/ids.ts';

/** What to search for: leads that steps used, and email addresses, in lower case, anywhere in a run. */
export interface Wanted {
  readonly leads: readonly LeadId[];
  readonly addresses: readonly string[];
}

/**
 * Returns a workspace's next runs after an ID, marked if they may contain one of the email addresses or used
 * one of the leads. Escaped or encrypted text is always marked, because it has to be decoded first.
 */
export function selectSuspects(
  transaction: Transaction,
  workspace: WorkspaceId,
  { leads, addresses }: Wanted,
  after: RunId,
  most: number,
): Promise<{ id: RunId; is_suspect: boolean }[]> {
  const beginnings = leads.flatMap((id) => [`{"id":${id},`, `{"id":${id}}`]);
  // PostgreSQL and JavaScript lower-case non-ASCII letters differently.
  const isBeyondAscii = addresses.some((address) => !/^[\x20-\x7e]*$/.test(address));
  const mayHold = (text: Statement) => sql`(
    strpos(${text}, '\\u') > 0
    or exists (select from unnest(${addresses}::text[]) address where strpos(lower(${text}), address) > 0))`;
  return transaction.query(sql`
    with stretch as materialized (
      select id, input, error, trigger from runs where workspace_id = ${workspace} and id > ${after} order by id limit ${most})
    select r.id, ${isBeyondAscii}::boolean or coalesce(${mayHold(sql`r.input`)}, false) or coalesce(${mayHold(sql`r.error`)}, false)
      or (starts_with(r.trigger, 'lead.')
          and exists (select from unnest(${beginnings}::text[]) beginning where starts_with(r.input, '{"lead":' || beginning)))
      or exists (
        select from run_steps s where s.workspace_id = ${workspace} and s.run_id = r.id and (
          s.sealed_output is not null
          or ${mayHold(sql`s.input`)} or ${mayHold(sql`s.output`)} or ${mayHold(sql`s.error`)}
          or (starts_with(s.type, 'lead.') and (
            strpos(s.input, '"id":') > 0
            or exists (select from unnest(${beginnings}::text[]) beginning where strpos(s.output, beginning) > 0)))))
        as is_suspect
    from stretch r order by r.id`);
}

/** Returns all readable text stored in the run itself. */
export function selectRunTexts(
  transaction: Transaction,
  workspace: WorkspaceId,
  run: RunId,
): Promise<{ input: string; error: string | null; trigger: string | null } | undefined> {
  return transaction.first(
    sql`select input, error, trigger from runs where workspace_id = ${workspace} and id = ${run}`,
  );
}

/** Deletes runs in any state, with their steps. Waits for a worker that is executing one of them. */
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
  await transaction.query(
    sql`delete from approvals where workspace_id = ${workspace} and run_id = any(${runs}::uuid[])`,
  );
}
