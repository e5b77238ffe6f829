import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { RunId, WorkspaceId } from '../../../lib/ids.ts';
import { type RunScope, scopeCondition } from './run-scope-store.ts';

/** How much of a run's trigger data is searched and summarized, because it can have a megabyte. */
const searchedLength = 16_384;

/** The part of a run's trigger data that is searched. The length in bytes is known without reading the text. */
export const searchedInput = sql`
  case when octet_length(r.input) <= ${searchedLength} then r.input else left(r.input, ${searchedLength}) end`;

export interface FoundRun {
  readonly id: RunId;
  readonly input: string;
}

/**
 * Reads the newest runs in a scope and returns those whose trigger data contains a text, or whose ID starts with it.
 * Only ASCII letters match in upper and lower case: the rules for all letters make the search five times slower.
 */
export function selectMatchingRuns(
  transaction: Transaction,
  workspace: WorkspaceId,
  scope: RunScope,
  { idPrefix, text, maxRead, most }: { idPrefix: string; text: string; maxRead: number; most: number },
): Promise<FoundRun[]> {
  return transaction.query(sql`
    select id, input from (
      select r.id, ${searchedInput} as input from runs r
      where ${scopeCondition(workspace, scope)} order by r.id desc limit ${maxRead}) newest
    where position(${text} in lower(input collate "C")) > 0 or starts_with(id::text, ${idPrefix})
    order by id desc limit ${most}`);
}

/** Returns whether a scope has more than this number of runs. */
export async function hasMoreRuns(
  transaction: Transaction,
  workspace: WorkspaceId,
  scope: RunScope,
  count: number,
): Promise<boolean> {
  const row = await transaction.first(sql`
    select 1 as found from runs r
    where ${scopeCondition(workspace, scope)} order by r.id desc offset ${count} limit 1`);
  return row !== undefined;
}
