import { rolesTexts } from '../../texts/roles.ts';
import type { Permission } from './role.ts';

const { values } = rolesTexts;
export type Held = 'none' | 'own' | 'all' | boolean | null | undefined;

/** Returns the word for a permission's value. A missing value means no access. */
export function wordOf({ value }: Pick<Permission, 'value'>, held: Held): string {
  if (value === 'switch') return held === true ? values.yes : values.no;
  return values[held === 'own' || held === 'all' ? held : 'none'];
}

/** Returns a permission's full name: its group, then its label, as in the role settings. */
export const permissionName = ({ group, label }: Permission) => `${group} → ${label}`;

export const groupsOf = (permissions: readonly Permission[]): [string, Permission[]][] => [
  ...Map.groupBy(permissions, ({ group }) => group),
];
