import { rolesTexts } from '../../texts/roles.ts';
import type { Permission, Role } from './role.ts';

const { values } = rolesTexts;
export type Held = 'none' | 'propose' | 'own' | 'all' | boolean | null | undefined;

/** The choices of a permission that isn't a switch, and the value of a role that doesn't set it. */
export const choices = {
  reach: { values: ['none', 'own', 'all'], unset: 'none' },
  write: { values: ['none', 'propose', 'own', 'all'], unset: 'all' },
} as const;
export type Choice = (typeof choices)['write']['values'][number];

/** Returns the chosen value of a permission that isn't a switch. */
export function chosen(kind: keyof typeof choices, held: Held): Choice {
  const { values, unset } = choices[kind];
  return values.find((value) => value === held) ?? unset;
}

/** Returns the word for a permission's value. */
export function wordOf({ value }: Pick<Permission, 'value'>, held: Held): string {
  if (value === 'switch') return held === true ? values.yes : values.no;
  return values[chosen(value, held)];
}

/** A permission that has an effect only with another one. */
const needed: Readonly<Record<string, keyof Role['permissions']>> = {
  'api.write_rest': 'api.access_rest',
  'api.write_mcp': 'api.access_mcp',
};

/** Returns whether a permission has no effect, because the role lacks the one that it needs. */
export function isIdle(permissions: Role['permissions'], { key }: Pick<Permission, 'key'>): boolean {
  const other = needed[key];
  return other !== undefined && permissions[other] !== true;
}

/** Returns what a role has. Administrators pass every check (spec/rest-api §7.5). */
export function heldBy({ is_admin, permissions }: Role, permission: Permission): Held {
  const { key, value } = permission;
  if (is_admin) return value === 'switch' ? true : 'all';
  if (isIdle(permissions, permission)) return 'none';
  return value === 'switch' ? permissions[key] : chosen(value, permissions[key]);
}

/** Returns a permission in a few words, or null if the role doesn't have it. */
export function summaryOf({ label }: Permission, held: Held): string | null {
  if (held === true) return label;
  return typeof held === 'string' && held !== 'none' ? rolesTexts.reach(label, held) : null;
}

/** Returns a permission's full name: its group, then its label, as in the role settings. */
export const permissionName = ({ group, label }: Permission) => `${group} → ${label}`;

export const groupsOf = (permissions: readonly Permission[]): [string, Permission[]][] => [
  ...Map.groupBy(permissions, ({ group }) => group),
];
