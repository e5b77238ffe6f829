import { invalid } from '../../lib/errors.ts';
import type { Change } from '../audit/index.ts';
import type { Role } from './role.ts';
import { selectRoleByName } from './role-store.ts';

/** The role of that name; refuses a name that the workspace does not have. */
export async function requireRole({ transaction, workspace }: Change, name: string): Promise<Role> {
  const role = await selectRoleByName(transaction, workspace, name);
  if (!role) throw invalid('unknown_role', `There is no role "${name}" in this workspace.`);
  return role;
}
