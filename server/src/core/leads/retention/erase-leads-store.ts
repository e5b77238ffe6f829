import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { LeadId, WorkspaceId } from '../../../lib/ids.ts';
import { countOut } from '../counts/count-block-store.ts';
import { textKey } from '../record/lead-keys.ts';

/** Returns the live lead and the deleted leads with this email address, by ID. */
export async function findLeadsByEmail(
  transaction: Transaction,
  workspace: WorkspaceId,
  email: string,
): Promise<LeadId[]> {
  const key = textKey(email);
  const rows = await transaction.query<{ id: LeadId }>(sql`
    select id from leads where workspace_id = ${workspace} and email_key = ${key}
    union
    select id from deleted_leads where workspace_id = ${workspace} and email_key = ${key}
    order by id`);
  return rows.map(({ id }) => id);
}

/** Returns the email address of a live or deleted lead, in the form used for comparison. */
export async function selectAddressKeys(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: LeadId,
): Promise<string[]> {
  const rows = await transaction.query<{ email_key: string }>(sql`
    select email_key from leads where workspace_id = ${workspace} and id = ${id} and email_key is not null
    union
    select email_key from deleted_leads where workspace_id = ${workspace} and id = ${id} and email_key is not null`);
  return rows.map(({ email_key }) => email_key);
}

/**
 * Permanently deletes a live lead with its custom values, and subtracts it from the counts. Returns false if
 * the lead doesn't exist.
 */
export async function deleteLiveLead(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: LeadId,
): Promise<boolean> {
  const { removed } = await transaction.one<{ removed: number }>(sql`
    with gone as (
      delete from leads where workspace_id = ${workspace} and id = ${id} returning workspace_id, id, owner_id),
    counted as (${countOut(sql`gone`)})
    select count(*) as removed from gone`);
  return removed > 0;
}

/** Permanently deletes a soft-deleted lead. Returns false if it doesn't exist. */
export async function deleteDeletedLead(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: LeadId,
): Promise<boolean> {
  const rows = await transaction.query(
    sql`delete from deleted_leads where workspace_id = ${workspace} and id = ${id} returning id`,
  );
  return rows.length > 0;
}
