import { HarkError } from '../../lib/errors.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { Context } from '../context/index.ts';
import type { AuditEntry } from './audit-entry.ts';
import { selectAuditEntries, selectEntry } from './audit-store.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * An entry with its subject's complete values before and after the entry, as far as the audit log has them.
 * Values are null where the subject didn't exist.
 */
interface ViewedEntry {
  readonly entry: AuditEntry;
  readonly before: Values | null;
  readonly after: Values | null;
  readonly now: Values | null;
  /** True if the entry records an event that changed nothing, such as a blocked sign-in. */
  readonly is_event: boolean;
  /** How many times the subject has changed since this entry. */
  readonly later: number;
}

/** The max entries read per subject. Nothing that people change by hand has more. */
const maxEntries = 2_000;

/** Returns one change, with its subject before the change, after it and now. */
export const viewEntry = ({ db }: Context, workspace: WorkspaceId, id: number): Promise<ViewedEntry> =>
  db.read(workspace, async (transaction) => {
    const entry = await selectEntry(transaction, workspace, id);
    if (!entry)
      throw new HarkError('not-found', 'unknown_audit_entry', "This audit log entry doesn't exist.");
    const { type, id: subjectId } = entry.subject;
    const page = { limit: maxEntries, subjectType: type, subjectId };
    const all = (await selectAuditEntries(transaction, workspace, page)).reverse();
    const until = (end: number) => foldEntries(all.filter((one) => one.id <= end));
    const before = until(id - 1);
    const is_event = isEvent(entry);
    return {
      entry,
      is_event,
      // The entry itself contains the old values, even if there is no older entry.
      before: entry.action === 'created' ? null : is_event ? before : { ...before, ...given(entry.old) },
      after: until(id),
      now: foldEntries(all),
      later: all.filter((one) => one.id > id).length,
    };
  });

const isEvent = ({ action }: Pick<AuditEntry, 'action'>): boolean =>
  action !== 'created' && action !== 'changed' && action !== 'deleted';

/** Returns the values after applying these changes, oldest first. Events change nothing. */
export function foldEntries(entries: readonly Pick<AuditEntry, 'action' | 'old' | 'new'>[]): Values | null {
  let values: Values | null = null;
  for (const { action, old, new: now } of entries) {
    if (action === 'deleted') values = null;
    if (action === 'created') values = given(now);
    if (action === 'changed') values = given({ ...old, ...values, ...now });
  }
  return values;
}

/** Drops null values, which mean that a value isn't set. */
const given = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
