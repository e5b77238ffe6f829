import type { ListedUser } from './user-list-store.ts';

/** The keys of a user as REST and the console show it, in this order. */
export const shownUserKeys = [
  'id',
  'email',
  'name',
  'role',
  'active',
  'created_at',
  'last_seen_at',
] as const satisfies readonly (keyof ReturnType<typeof showUser>)[];

/** Returns a user as REST and the console show it, without password or API key (spec/rest-api §14). */
export const showUser = ({ id, email, name, role, active, createdAt, lastSeenAt }: ListedUser) => ({
  id,
  email,
  name,
  role: { id: role.id, name: role.name, is_admin: role.isAdmin },
  active,
  created_at: createdAt.toISOString(),
  last_seen_at: lastSeenAt?.toISOString() ?? null,
});
