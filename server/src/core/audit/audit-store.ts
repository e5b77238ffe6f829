import { sql } from '../../db/sql.ts';
import type { Tables } from '../../db/tables.gen.ts';
import type { Transaction } from '../../db/transaction.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { Actor, AuditEntry, AuditedChange } from './audit-entry.ts';

export async function insertEntry(
  transaction: Transaction,
  workspace: WorkspaceId,
  at: Date,
  { user, means, origin }: Actor,
  { action, subject, ...change }: AuditedChange,
): Promise<void> {
  await transaction.query(sql`
    insert into audit_entries (workspace_id, at, user_id, user_name, means_type, means_name, origin,
                               action, subject_type, subject_id, subject_name, old_values, new_values)
    values (${workspace}, ${at}, ${user?.id ?? null}, ${user?.name ?? null}, ${means.type}, ${means.name ?? null},
            ${origin}, ${action}, ${subject.type}, ${subject.id}, ${subject.name},
            ${JSON.stringify(change.old)}, ${JSON.stringify(change.new)})`);
}

/** The newest entries, those before `before` where it is given. */
export async function selectEntries(
  transaction: Transaction,
  workspace: WorkspaceId,
  limit: number,
  before: number | null,
): Promise<AuditEntry[]> {
  const rows = await transaction.query<Tables['audit_entries']>(sql`
    select * from audit_entries
    where workspace_id = ${workspace} and (${before}::bigint is null or id < ${before})
    order by id desc limit ${limit}`);
  return rows.map(toEntry);
}

function toEntry(row: Tables['audit_entries']): AuditEntry {
  return {
    id: row.id,
    at: row.at,
    user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
    means: { type: row.means_type, name: row.means_name },
    origin: row.origin,
    action: row.action as AuditEntry['action'],
    subject: {
      type: row.subject_type as AuditEntry['subject']['type'],
      id: row.subject_id,
      name: row.subject_name,
    },
    old: row.old_values,
    new: row.new_values,
  };
}
