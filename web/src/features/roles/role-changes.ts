import { rolesTexts } from '../../texts/roles.ts';
import { permissionName, wordOf } from './permission-words.ts';
import type { Permission, Role } from './role.ts';

const texts = rolesTexts.page;

/** What differs between two states of a role, in words. */
export function roleChanges(was: Role, is: Role, permissions: readonly Permission[]): string[] {
  const { yes, no } = rolesTexts.values;
  const told = (label: string, old: string, now: string) =>
    old === now ? [] : [texts.from(label, old, now)];
  return [
    ...told(texts.name, was.name, is.name.trim()),
    ...told(rolesTexts.administrator, was.is_admin ? yes : no, is.is_admin ? yes : no),
    ...permissions.flatMap((one) =>
      told(permissionName(one), wordOf(one, was.permissions[one.key]), wordOf(one, is.permissions[one.key])),
    ),
  ];
}

/** What somebody wants, put on top of what somebody else made of the role meanwhile. */
export function onTop(seen: Role, wanted: Role, present: Role, permissions: readonly Permission[]): Role {
  const mine = permissions.filter(
    (one) => wordOf(one, seen.permissions[one.key]) !== wordOf(one, wanted.permissions[one.key]),
  );
  return {
    ...present,
    name: wanted.name === seen.name ? present.name : wanted.name,
    is_admin: wanted.is_admin === seen.is_admin ? present.is_admin : wanted.is_admin,
    permissions: {
      ...present.permissions,
      ...Object.fromEntries(mine.map(({ key }) => [key, wanted.permissions[key]])),
    },
  };
}
