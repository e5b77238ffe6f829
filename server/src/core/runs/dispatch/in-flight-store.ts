import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { WorkspaceId } from '../../../lib/ids.ts';

/** Counting stops at this number; views then show "at least". */
export const maxCounted = 10_000;

/**
 * Counts a workspace's runs in flight and its runs that wait for a slot (docs/design/fairness-and-limits.md).
 */
export async function countInFlight(
  transaction: Transaction,
  workspace: WorkspaceId,
): Promise<{ inFlight: number; behind: number }> {
  const row = await transaction.one<{ in_flight: number; behind: number }>(sql`
    select
      (select count(*) from (
        select from runs where workspace_id = ${workspace} and status in ('queued', 'running') and sent_at is not null
        limit ${maxCounted}) sent) as in_flight,
      (select count(*) from (
        select from runs where workspace_id = ${workspace} and status = 'queued' and sent_at is null
        limit ${maxCounted}) waiting) as behind`);
  return { inFlight: row.in_flight, behind: row.behind };
}
