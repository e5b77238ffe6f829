import type { Transaction } from '../../db/driver/transaction.ts';
import { conflict, HarkError, invalid } from '../../lib/errors.ts';
import type { RoleId, WorkspaceId } from '../../lib/ids.ts';
import type { Change } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import type { Role } from './role.ts';
import {
  countActiveAdministrators,
  lockAdministratorRoles,
  selectById,
  selectByIdForChange,
  selectRoleByName,
  selectRoles,
} from './role-store.ts';

/** The role of that name; refuses a name that the workspace does not have. */
export async function requireRole({ transaction, workspace }: Change, name: string): Promise<Role> {
  const role = await selectRoleByName(transaction, workspace, name);
  if (!role) throw invalid('unknown_role', `There is no role "${name}" in this workspace.`);
  return role;
}

/** A role with how many people have it. */
export type ListedRole = Role & { readonly users: number };

/** The roles of a workspace, the oldest first. */
export const listRoles = ({ db }: Context, workspace: WorkspaceId): Promise<ListedRole[]> =>
  db.read(workspace, (transaction) => selectRoles(transaction, workspace));

/** The role with that id; one of another workspace is as if it were not there. */
export const findRole = async (transaction: Transaction, workspace: WorkspaceId, id: RoleId): Promise<Role> =>
  known(await selectById(transaction, workspace, id));

/** The same, kept as it is until the transaction ends. */
export const findRoleForChange = async (
  transaction: Transaction,
  workspace: WorkspaceId,
  id: RoleId,
): Promise<Role> => known(await selectByIdForChange(transaction, workspace, id));

function known(role: Role | undefined): Role {
  if (role) return role;
  throw new HarkError('not-found', 'unknown_role', 'There is no such role. It may have been deleted.');
}

/**
 * Makes a change of users or roles after which the workspace must still have an administrator who is switched on: else
 * nobody in it could undo the change. Two such changes wait for each other, so that two administrators cannot switch each
 * other off at the same moment. The operator is not held to it: he can always make another one.
 */
export async function keepingAdministrator<T>(change: Change, work: () => Promise<T>): Promise<T> {
  const { transaction, workspace } = change;
  await lockAdministratorRoles(transaction, workspace);
  const done = await work();
  if ((await countActiveAdministrators(transaction, workspace)) > 0) return done;
  throw conflict(
    'last_administrator',
    'This is the last administrator who is switched on. Make somebody else an administrator first.',
  );
}

/** Whether somebody is the one administrator whom the rule above keeps. */
export const isLastAdministrator = async (
  transaction: Transaction,
  workspace: WorkspaceId,
  { active, role }: { readonly active: boolean; readonly role: { readonly isAdmin: boolean } },
): Promise<boolean> =>
  active && role.isAdmin && (await countActiveAdministrators(transaction, workspace)) === 1;
