import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { WorkspaceId } from '../../lib/ids.ts';

/**
 * Adds recipients to those of a day, unless they would exceed the workspace's limit. The row stays locked until the
 * transaction ends, so no other process can use the same part of the limit.
 * @returns whether the recipients were added
 */
export async function addRecipients(
  transaction: Transaction,
  workspace: WorkspaceId,
  { resetsAt, count }: { readonly resetsAt: Date; readonly count: number },
): Promise<boolean> {
  const added = await transaction.first(sql`
    with setting as (
      select mail_limit_per_day as most from workspace_settings where workspace_id = ${workspace})
    insert into mail_usage (workspace_id, resets_at, recipients)
    select ${workspace}, ${resetsAt}::timestamptz, ${count}::integer from setting where ${count}::integer <= most
    on conflict (workspace_id) do update set
      resets_at = excluded.resets_at,
      recipients = excluded.recipients
        + case when mail_usage.resets_at = excluded.resets_at then mail_usage.recipients else 0 end
    where mail_usage.resets_at <> excluded.resets_at
       or mail_usage.recipients + excluded.recipients <= (select most from setting)
    returning 1 as added`);
  return added !== undefined;
}

export async function selectMailLimit(transaction: Transaction, workspace: WorkspaceId): Promise<number> {
  const { most } = await transaction.one<{ most: number }>(sql`
    select mail_limit_per_day as most from workspace_settings where workspace_id = ${workspace}`);
  return most;
}
