import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { ApprovalId, UserId, WorkspaceId } from '../../lib/ids.ts';
import type { OnTimeout } from './approval.ts';

export interface ApprovalAddress {
  readonly workspace: WorkspaceId;
  readonly approval: ApprovalId;
}

/** Returns approvals of all workspaces whose emails are due. */
export async function selectDueNews(
  transaction: Transaction,
  now: Date,
  most: number,
): Promise<ApprovalAddress[]> {
  const rows = await transaction.query<{ workspace_id: WorkspaceId; id: ApprovalId }>(sql`
    select workspace_id, id from approvals where mail_due_at <= ${now} order by mail_due_at limit ${most}`);
  return rows.map(({ workspace_id, id }) => ({ workspace: workspace_id, approval: id }));
}

export interface ApprovalNews {
  readonly title: string;
  readonly workflow: string;
  readonly workspace: string;
  readonly base_url: string;
  readonly expires_at: Date;
  readonly on_timeout: OnTimeout;
  readonly recipients: readonly { readonly id: UserId; readonly name: string; readonly email: string }[];
}

/** How many people get an email about one approval. */
const maxRecipients = 50;

/**
 * Claims an approval's emails until `leaseUntil`. A second claim returns nothing. The people in `by` come before the
 * administrators. An approval that has expired has no recipients.
 */
export async function claimNews(
  transaction: Transaction,
  { workspace, approval }: ApprovalAddress,
  now: Date,
  leaseUntil: Date,
): Promise<ApprovalNews | undefined> {
  return transaction.first<ApprovalNews>(sql`
    with claimed as (
      update approvals set mail_due_at = ${leaseUntil}
      where workspace_id = ${workspace} and id = ${approval} and mail_due_at <= ${now}
      returning *)
    select a.title, coalesce(w.name, 'deleted') as workflow, s.name as workspace, s.base_url, a.expires_at, a.on_timeout,
      coalesce((
        select json_agg(person) from (
          select u.id, u.name, u.email
          from users u join roles o on o.workspace_id = u.workspace_id and o.id = u.role_id
          where u.workspace_id = a.workspace_id and u.active and a.outcome is null and a.expires_at > ${now}
            and (u.id = any(a.user_ids) or u.role_id = a.role_id or o.is_admin)
          order by coalesce(u.id = any(a.user_ids) or u.role_id = a.role_id, false) desc, u.id
          limit ${maxRecipients}) person), '[]') as recipients
    from claimed a
    join workspaces s on s.id = a.workspace_id
    left join workflows w on w.workspace_id = a.workspace_id and w.id = a.workflow_id`);
}

/** Marks emails as sent, unless they were claimed again in the meantime. */
export async function finishNews(
  transaction: Transaction,
  { workspace, approval }: ApprovalAddress,
  leaseUntil: Date,
): Promise<void> {
  await transaction.query(sql`
    update approvals set mail_due_at = null
    where workspace_id = ${workspace} and id = ${approval} and mail_due_at = ${leaseUntil}`);
}
