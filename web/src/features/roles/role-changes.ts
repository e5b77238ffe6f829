import { rolesTexts } from '../../texts/roles.ts';
import { permissionName, wordOf } from './permission-words.ts';
import type { Permission, Role } from './role.ts';

const texts = rolesTexts.page;

/** Describes the differences between two versions of a role. */
export function roleChanges(was: Role, is: Role, permissions: readonly Permission[]): string[] {
  const { yes, no } = rolesTexts.values;
  const describe = (label: string, old: string, now: string) =>
    old === now ? [] : [texts.from(label, old, now)];
  return [
    ...describe(texts.name, was.name, is.name.trim()),
    ...describe(rolesTexts.administrator, was.is_admin ? yes : no, is.is_admin ? yes : no),
    ...describe(
      texts.secondFactor,
      was.requires_second_factor ? yes : no,
      is.requires_second_factor ? yes : no,
    ),
    ...permissions.flatMap((one) =>
      describe(
        permissionName(one),
        wordOf(one, was.permissions[one.key]),
        wordOf(one, is.permissions[one.key]),
      ),
    ),
  ];
}

/** Applies this user's changes (from `seen` to `wanted`) to the version that another user has saved. */
export function onTop(seen: Role, wanted: Role, present: Role, permissions: readonly Permission[]): Role {
  const mine = permissions.filter(
    (one) => wordOf(one, seen.permissions[one.key]) !== wordOf(one, wanted.permissions[one.key]),
  );
  return {
    ...present,
    name: wanted.name === seen.name ? present.name : wanted.name,
    is_admin: wanted.is_admin === seen.is_admin ? present.is_admin : wanted.is_admin,
    requires_second_factor:
      wanted.requires_second_factor === seen.requires_second_factor
        ? present.requires_second_factor
        : wanted.requires_second_factor,
    permissions: {
      ...present.permissions,
      ...Object.fromEntries(mine.map(({ key }) => [key, wanted.permissions[key]])),
    },
  };
}
