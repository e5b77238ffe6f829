import { HarkError } from '../../lib/errors.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { Context } from '../context/index.ts';
import type { AuditEntry } from './audit-entry.ts';
import { selectAuditEntries, selectEntry } from './audit-store.ts';

type Values = Readonly<Record<string, unknown>>;

/** A change, and the whole thing around it as far as the audit knows it; null where there was none. */
interface ViewedEntry {
  readonly entry: AuditEntry;
  readonly before: Values | null;
  readonly after: Values | null;
  readonly now: Values | null;
  /** Nothing of the thing was changed: what it notes is of what happened, such as a sign-in that was blocked. */
  readonly is_event: boolean;
  /** How often it was changed since. */
  readonly later: number;
}

/** So many changes of one thing are looked at; nothing that people change by hand has more. */
const maxEntries = 2_000;

/** One change with the thing as it was before it, after it, and as it is now. */
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
      // What it was before is told by the change itself, also where nothing older is known.
      before: entry.action === 'created' ? null : is_event ? before : { ...before, ...given(entry.old) },
      after: until(id),
      now: foldEntries(all),
      later: all.filter((one) => one.id > id).length,
    };
  });

const isEvent = ({ action }: Pick<AuditEntry, 'action'>): boolean =>
  action !== 'created' && action !== 'changed' && action !== 'deleted';

/** What stands of a thing after these changes, the oldest first; events change nothing of it. */
export function foldEntries(entries: readonly Pick<AuditEntry, 'action' | 'old' | 'new'>[]): Values | null {
  let values: Values | null = null;
  for (const { action, old, new: now } of entries) {
    if (action === 'deleted') values = null;
    if (action === 'created') values = given(now);
    if (action === 'changed') values = given({ ...old, ...values, ...now });
  }
  return values;
}

/** A value that is null is not set. */
const given = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
