import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { WorkspaceId } from '../../lib/ids.ts';

/**
 * Counts at most `most` runs per workflow. `newest` is when the latest workflow was created or the latest run
 * was accepted.
 */
export const selectDemo = (
  transaction: Transaction,
  workspace: WorkspaceId,
  names: readonly string[],
  most: number,
): Promise<{ workflows: number; runs: number; newest: Date | null }> =>
  transaction.one(sql`
    with demo as (
      select id, created_at from workflows where workspace_id = ${workspace} and name = any(${names})),
    newest as (
      select runs.accepted_at from demo
      join lateral (
        select accepted_at from runs where workspace_id = ${workspace} and workflow_id = demo.id
        order by id desc limit ${most}) as runs on true)
    select (select count(*)::int from demo) as workflows,
           (select count(*)::int from newest) as runs,
           greatest((select max(created_at) from demo), (select max(accepted_at) from newest)) as newest`);
