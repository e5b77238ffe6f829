import type { WorkspaceItem } from '../file/file-schema.ts';
import { identities, listSections } from '../file/identity.ts';
import type { PlannedChange, PlannedSection, StateChange } from '../state/compare-states.ts';

/** Sections in the order in which they are applied. */
const order: readonly PlannedSection[] = [
  'workspace',
  'settings',
  'secrets',
  'roles',
  'users',
  'api_clients',
  'oauth_clients',
  'lead_fields',
  'leads',
  'connections',
  'workflows',
  'webhooks',
];

/** These are deleted after everything else, in this order. */
const deletedLast: readonly PlannedSection[] = ['connections', 'users', 'roles'];

/** Sorts changes in the order in which `apply` makes them. */
export function inOrderOfApply(changes: readonly StateChange[], file: WorkspaceItem): StateChange[] {
  const places = placesIn(file);
  const sectionPlace = ({ section, action }: PlannedChange) =>
    action === 'delete' && deletedLast.includes(section)
      ? order.length + deletedLast.indexOf(section)
      : order.indexOf(section);
  const itemPlace = ({ section, item }: PlannedChange) => places.get(section)?.indexOf(item) ?? -1;
  return changes.toSorted((a, b) => sectionPlace(a) - sectionPlace(b) || itemPlace(a) - itemPlace(b));
}

/** Returns the identities of the items in each section, in the order of the file. */
function placesIn(file: WorkspaceItem): ReadonlyMap<PlannedSection, readonly string[]> {
  return new Map<PlannedSection, readonly string[]>([
    ['settings', Object.keys(file.settings ?? {})],
    ['secrets', Object.keys(file.secrets ?? {})],
    ...listSections.map((section) => [section, (file[section] ?? []).map(identities[section].of)] as const),
  ]);
}
