import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';

/** Purges at most `most` deleted leads whose retention period has ended, with their history. */
export async function purgeDeleted(transaction: Transaction, most: number): Promise<number> {
  const { purged } = await transaction.one<{ purged: number }>(sql`
    with old as (
      select d.workspace_id, d.id from deleted_leads d
      join workspace_settings s on s.workspace_id = d.workspace_id
      where d.deleted_at < now() - make_interval(days => s.restore_days) limit ${most}),
    gone as (
      delete from deleted_leads d using old
      where d.workspace_id = old.workspace_id and d.id = old.id returning d.workspace_id, d.id),
    told as (
      delete from lead_history h using gone where h.workspace_id = gone.workspace_id and h.lead_id = gone.id)
    select count(*) as purged from gone`);
  return purged;
}

/** Purges at most `most` stored responses that are older than 24 hours (spec/rest-api §9). */
export async function purgeAnswers(transaction: Transaction, most: number): Promise<number> {
  const { purged } = await transaction.one<{ purged: number }>(sql`
    with gone as (
      delete from idempotent_answers where ctid = any(array(
        select ctid from idempotent_answers where answered_at < now() - interval '24 hours' limit ${most}))
      returning 1)
    select count(*) as purged from gone`);
  return purged;
}
