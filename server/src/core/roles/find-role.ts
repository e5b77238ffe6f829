import type { Transaction } from '../../db/driver/transaction.ts';
import { conflict, HarkError, invalid } from '../../lib/errors.ts';
import type { RoleId, WorkspaceId } from '../../lib/ids.ts';
import type { Change } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import type { Role } from './role.ts';
import {
  countActiveAdministrators,
  countUsersOf,
  lockAdministratorRoles,
  selectById,
  selectByIdForChange,
  selectHasLostBreakGlass,
  selectRoleByName,
  selectRoles,
} from './role-store.ts';

/** Finds a role by name. Throws if it doesn't exist in the workspace. */
export async function requireRole({ transaction, workspace }: Change, name: string): Promise<Role> {
  const role = await selectRoleByName(transaction, workspace, name);
  if (!role) throw invalid('unknown_role', `There is no role "${name}" in this workspace.`);
  return role;
}

/** A role with its number of users. */
export type ListedRole = Role & { readonly users: number };

/** Lists roles, oldest first. */
export const listRoles = ({ db }: Context, workspace: WorkspaceId): Promise<ListedRole[]> =>
  db.read(workspace, (transaction) => selectRoles(transaction, workspace));

/** Returns a role with its number of users. */
export const readRole = ({ db }: Context, workspace: WorkspaceId, id: RoleId): Promise<ListedRole> =>
  db.read(workspace, async (transaction) => ({
    ...(await findRole(transaction, workspace, id)),
    users: await countUsersOf(transaction, workspace, id),
  }));

/** Finds a role by ID. Another workspace's role is treated as missing. */
export const findRole = async (transaction: Transaction, workspace: WorkspaceId, id: RoleId): Promise<Role> =>
  known(await selectById(transaction, workspace, id));

/** Like `findRole`, but locks the role until the transaction ends. */
export const findRoleForChange = async (
  transaction: Transaction,
  workspace: WorkspaceId,
  id: RoleId,
): Promise<Role> => known(await selectByIdForChange(transaction, workspace, id));

function known(role: Role | undefined): Role {
  if (role) return role;
  throw new HarkError('not-found', 'unknown_role', "This role doesn't exist. It may have been deleted.");
}

/**
 * Throws if a change to users or roles would leave the workspace without an active administrator, because
 * no one in it could undo the change. Such changes run one at a time, so two administrators can't deactivate
 * each other concurrently. The break-glass administrator stays one too (spec/single-sign-on §4.2). The operator is exempt, because they can always create another administrator.
 */
export async function keepingAdministrator<T>(change: Change, work: () => Promise<T>): Promise<T> {
  const { transaction, workspace } = change;
  await lockAdministratorRoles(transaction, workspace);
  const done = await work();
  if (await selectHasLostBreakGlass(transaction, workspace)) throw breakGlass();
  if ((await countActiveAdministrators(transaction, workspace)) > 0) return done;
  throw conflict(
    'last_administrator',
    'This is the last active administrator. Make another user an administrator first.',
  );
}

const breakGlass = () =>
  conflict(
    'break_glass_administrator',
    'This is the break-glass administrator while single sign-on is required. Choose another one under Single sign-on first.',
  );

/** Returns whether a user is the last active administrator. */
export const isLastAdministrator = async (
  transaction: Transaction,
  workspace: WorkspaceId,
  { active, role }: { readonly active: boolean; readonly role: { readonly isAdmin: boolean } },
): Promise<boolean> =>
  active && role.isAdmin && (await countActiveAdministrators(transaction, workspace)) === 1;
