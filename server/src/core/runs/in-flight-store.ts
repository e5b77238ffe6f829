import { sql } from '../../db/sql.ts';
import type { Transaction } from '../../db/transaction.ts';
import type { WorkspaceId } from '../../lib/ids.ts';

/** Further nobody counts: what is told is then "at least". */
export const mostCounted = 10_000;

/** How many runs of a workspace are under way, and how many wait until there is room (docs/decisions/0028-fairness.md). */
export async function countInFlight(
  transaction: Transaction,
  workspace: WorkspaceId,
): Promise<{ inFlight: number; behind: number }> {
  const row = await transaction.one<{ in_flight: number; behind: number }>(sql`
    select
      (select count(*) from (
        select from runs where workspace_id = ${workspace} and status in ('queued', 'running') and sent_at is not null
        limit ${mostCounted}) sent) as in_flight,
      (select count(*) from (
        select from runs where workspace_id = ${workspace} and status = 'queued' and sent_at is null
        limit ${mostCounted}) waiting) as behind`);
  return { inFlight: row.in_flight, behind: row.behind };
}
