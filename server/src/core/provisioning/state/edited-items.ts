import { type AuditEntry, type Change, selectLastEntries } from '../../audit/index.ts';
import { selectListenerIds } from '../../listeners/index.ts';
import type { StateChange } from './compare-states.ts';
import type { WorkspaceState } from './workspace-state.ts';

/** The subjects of the audit log, by the section that contains them. */
const subjects = {
  secrets: 'secret',
  roles: 'role',
  users: 'user',
  api_clients: 'api_client',
  oauth_clients: 'oauth_client',
  lead_fields: 'lead_field',
  connections: 'connection',
  workflows: 'workflow',
  webhooks: 'webhook',
} as const;
type Section = keyof typeof subjects;

/** The last changes that were not made by `apply`, by section and ID. */
export type EditedItems = ReadonlyMap<string, AuditEntry>;

const keyOf = (section: string, id: number): string => `${section} ${id}`;

/** Finds the items that a user changed after the last `apply` that changed them (spec/provisioning §7.4). */
export async function findEditedItems(
  { transaction, workspace }: Change,
  state: WorkspaceState,
): Promise<EditedItems> {
  const edited = new Map<string, AuditEntry>();
  const keep = (section: string, id: number, entry: AuditEntry) => {
    const before = edited.get(keyOf(section, id));
    if (entry.means.type !== 'apply' && (!before || before.id < entry.id))
      edited.set(keyOf(section, id), entry);
  };
  for (const section of Object.keys(subjects) as Section[]) {
    const ids = state[section].map(({ id }) => id);
    for (const entry of await selectLastEntries(transaction, workspace, subjects[section], ids))
      keep(section, entry.subject.id, entry);
  }
  const listeners = await selectListenerIds(transaction, workspace);
  for (const entry of await selectLastEntries(transaction, workspace, 'listener', [...listeners.keys()]))
    keep('workflows', listeners.get(entry.subject.id) ?? 0, entry);
  return edited;
}

/** Returns who changed an item that a plan changes or deletes; undefined if `apply` did. */
export const editOf = (edited: EditedItems, { section, id, action }: StateChange): AuditEntry | undefined =>
  action === 'create' || id === undefined ? undefined : edited.get(keyOf(section, id));
