import { findApiKey, isKeyOfAnotherUser, saveApiKey } from '../../api-keys/index.ts';
import type { Change } from '../../audit/index.ts';
import { type Role, removeRole, saveRole } from '../../roles/index.ts';
import { removeUser, saveUser } from '../../users/index.ts';
import type { Absent, RoleItem, UserItem } from '../file/file-schema.ts';
import { ItemProblem } from '../file/problem.ts';

export type RoleResult = { name: string } & (
  | Absent
  | { id: number; is_admin: boolean; permissions: Role['permissions'] }
);

export async function applyRole(change: Change, item: RoleItem): Promise<RoleResult> {
  if (item.state === 'absent') return { name: item.name, state: 'absent' };
  const { id, name, isAdmin, permissions } = await saveRole(change, {
    name: item.name,
    isAdmin: item.is_admin,
    permissions: item.permissions,
    requiresSecondFactor: item.requires_second_factor,
  });
  return { id, name, is_admin: isAdmin, permissions };
}

/**
 * Deletes a role. Runs after the users have been applied, because the same file may have changed their role.
 */
export async function applyAbsentRole(change: Change, item: RoleItem): Promise<void> {
  if (item.state === 'absent') await removeRole(change, item.name);
}

export type UserResult = { email: string } & (
  | Absent
  | { id: number; name: string; role: string; active: boolean; password?: string; api_key?: string }
);

/** Applies a user with their API key. Secrets are returned if this call created them, or on request. */
export async function applyUser(change: Change, item: UserItem, showSecrets: boolean): Promise<UserResult> {
  if (item.state === 'absent') return { email: item.email, state: 'absent' };
  const user = await saveUser(change, item);
  if (item.api_key !== undefined && (await isKeyOfAnotherUser(change, user.id, item.api_key)))
    throw new ItemProblem(['api_key'], 'another user has this API key. Choose a different one.');
  const { apiKey, isNew } = await applyApiKey(change, user, item.api_key);
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    role: user.role.name,
    active: user.active,
    ...(user.generatedPassword === undefined ? {} : { password: user.generatedPassword }),
    ...(apiKey !== undefined && (isNew || user.replacedApiKey !== undefined || showSecrets)
      ? { api_key: apiKey }
      : {}),
  };
}

/** A user who exists without a key stays without one, because an administrator may have revoked it. */
async function applyApiKey(
  change: Change,
  user: Awaited<ReturnType<typeof saveUser>>,
  wanted: string | undefined,
): Promise<{ apiKey: string | undefined; isNew: boolean }> {
  if (user.isNew || wanted !== undefined) return saveApiKey(change, user, wanted);
  return { apiKey: await findApiKey(change, user.id), isNew: false };
}

/** Deletes a user. Runs last, because the same file may give the user's workflows to another owner. */
export async function applyAbsentUser(change: Change, item: UserItem): Promise<void> {
  if (item.state === 'absent') await removeUser(change, item.email);
}
