import type { Transaction } from '../../db/driver/transaction.ts';
import { HarkError } from '../../lib/errors.ts';
import type { RoleId, WorkspaceId } from '../../lib/ids.ts';
import type { Context } from '../context/index.ts';
import type { Role } from './role.ts';
import { selectById, selectByIdForChange, selectRoles } from './role-store.ts';

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
