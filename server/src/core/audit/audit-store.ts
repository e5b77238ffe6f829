import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { Tables } from '../../db/tables.gen.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { Actor, AuditEntry, AuditedChange, AuditPage, SubjectType } from './audit-entry.ts';

const columns = sql`
  workspace_id, id, at, user_id, user_name, means_type, means_name, origin, action, subject_type, subject_id,
  subject_name, old_values, new_values`;

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

export async function selectAuditEntries(
  transaction: Transaction,
  workspace: WorkspaceId,
  { limit, before, subjectType, subjectId, user, since, until }: AuditPage,
): Promise<AuditEntry[]> {
  // The statement contains only the requested conditions, so each combination can use its own index.
  const conditions = [
    before === undefined ? sql`` : sql`and id < ${before}`,
    subjectType === undefined ? sql`` : sql`and subject_type = ${subjectType}`,
    subjectId === undefined ? sql`` : sql`and subject_id = ${subjectId}`,
    user === undefined ? sql`` : sql`and user_id = ${user}`,
    since === undefined ? sql`` : sql`and at >= ${since}`,
    until === undefined ? sql`` : sql`and at < ${until}`,
  ].reduce((all, one) => sql`${all} ${one}`);
  const rows = await transaction.query<Tables['audit_entries']>(sql`
    select ${columns} from audit_entries where workspace_id = ${workspace} ${conditions} order by id desc limit ${limit}`);
  return rows.map(toEntry);
}

export async function selectEntry(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: number,
): Promise<AuditEntry | undefined> {
  const row = await transaction.first<Tables['audit_entries']>(
    sql`select ${columns} from audit_entries where workspace_id = ${workspace} and id = ${id}`,
  );
  return row && toEntry(row);
}

/** Returns the last entry of each subject, or the last one that set `values`. */
export async function selectLastEntries(
  transaction: Transaction,
  workspace: WorkspaceId,
  type: SubjectType,
  ids: readonly number[],
  values: object = {},
): Promise<AuditEntry[]> {
  const rows = await transaction.query<Tables['audit_entries']>(sql`
    select distinct on (subject_id) ${columns} from audit_entries
    where workspace_id = ${workspace} and subject_type = ${type} and subject_id = any(${ids}::bigint[])
      and new_values @> ${JSON.stringify(values)}::jsonb
    order by subject_id, id desc`);
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
