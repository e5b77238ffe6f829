import { HarkError } from '../../lib/errors.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { Context } from '../context/index.ts';
import type { AuditEntry } from './audit-entry.ts';
import { selectAuditEntries, selectEntry } from './audit-store.ts';

type Values = Readonly<Record<string, unknown>>;

/** An entry and the complete subject around it, as far as the audit log knows it; null if it didn't exist. */
interface ViewedEntry {
  readonly entry: AuditEntry;
  readonly before: Values | null;
  readonly after: Values | null;
  readonly now: Values | null;
  /** The entry records an event, such as a blocked sign-in, and changed nothing. */
  readonly is_event: boolean;
  /** How often the subject has changed since then. */
  readonly later: number;
}

/** The most entries read per subject; nothing that people change by hand has more. */
const maxEntries = 2_000;

/** One change, and its subject before it, after it and now. */
export const viewEntry = ({ db }: Context, workspace: WorkspaceId, id: number): Promise<ViewedEntry> =>
  db.read(workspace, async (transaction) => {
    const entry = await selectEntry(transaction, workspace, id);
    if (!entry) throw new HarkError('not-found', 'unknown_audit_entry', 'There is no such change.');
    const { type, id: subjectId } = entry.subject;
    const page = { limit: maxEntries, subjectType: type, subjectId };
    const all = (await selectAuditEntries(transaction, workspace, page)).reverse();
    const until = (end: number) => foldEntries(all.filter((one) => one.id <= end));
    const before = until(id - 1);
    const is_event = isEvent(entry);
    return {
      entry,
      is_event,
      // The entry itself has the old values, even if no older entry exists.
      before: entry.action === 'created' ? null : is_event ? before : { ...before, ...given(entry.old) },
      after: until(id),
      now: foldEntries(all),
      later: all.filter((one) => one.id > id).length,
    };
  });

const isEvent = ({ action }: Pick<AuditEntry, 'action'>): boolean =>
  action !== 'created' && action !== 'changed' && action !== 'deleted';

/** The values after these changes, oldest first; events change nothing. */
export function foldEntries(entries: readonly Pick<AuditEntry, 'action' | 'old' | 'new'>[]): Values | null {
  let values: Values | null = null;
  for (const { action, old, new: now } of entries) {
    if (action === 'deleted') values = null;
    if (action === 'created') values = given(now);
    if (action === 'changed') values = given({ ...old, ...values, ...now });
  }
  return values;
}

/** A null value means not set. */
const given = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
