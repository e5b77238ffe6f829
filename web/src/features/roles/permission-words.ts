import { rolesTexts } from '../../texts/roles.ts';
import type { Permission } from './role.ts';

const { values } = rolesTexts;
export type Held = 'none' | 'own' | 'all' | boolean | null | undefined;

/** What a role holds, in a word. What is missing is not permitted. */
export function wordOf({ value }: Pick<Permission, 'value'>, held: Held): string {
  if (value === 'switch') return held === true ? values.yes : values.no;
  return values[held === 'own' || held === 'all' ? held : 'none'];
}

/** As role settings name it: group, then label. */
export const permissionName = ({ group, label }: Permission) => `${group} → ${label}`;

/** The permissions of each group, in their order. */
export const groupsOf = (permissions: readonly Permission[]): [string, Permission[]][] => [
  ...Map.groupBy(permissions, ({ group }) => group),
];
