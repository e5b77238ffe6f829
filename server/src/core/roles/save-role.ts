import { conflict } from '../../lib/errors.ts';
import { type Change, changedValues, recordAudit } from '../audit/index.ts';
import type { Role } from './role.ts';
import { countUsersOf, deleteRole, insertRole, selectRoleByName, updateRole } from './role-store.ts';

/** The desired state of a role, identified by name. Omitted fields stay unchanged. */
export interface WantedRole {
  name: string;
  isAdmin?: boolean | undefined;
  permissions?: Role['permissions'] | undefined;
  requiresSecondFactor?: boolean | undefined;
}

/** Creates or updates the role with this name. */
export async function saveRole(change: Change, wanted: WantedRole): Promise<Role> {
  const { transaction, workspace } = change;
  const present = await selectRoleByName(transaction, workspace, wanted.name);
  const role = {
    name: wanted.name,
    isAdmin: wanted.isAdmin ?? present?.isAdmin ?? false,
    permissions: { ...present?.permissions, ...wanted.permissions },
    requiresSecondFactor: wanted.requiresSecondFactor ?? present?.requiresSecondFactor ?? false,
  };
  if (!present) return createRole(change, role);
  const changed = changedValues(auditedRole(present), auditedRole(role));
  if (!changed) return present;
  const saved = { ...role, id: present.id };
  await updateRole(transaction, workspace, saved);
  await recordAudit(change, {
    action: 'changed',
    subject: { type: 'role', id: saved.id, name: saved.name },
    ...changed,
  });
  return saved;
}

export async function createRole(change: Change, role: Omit<Role, 'id'>): Promise<Role> {
  const created = await insertRole(change.transaction, change.workspace, role);
  await recordAudit(change, {
    action: 'created',
    subject: { type: 'role', id: created.id, name: created.name },
    old: {},
    new: { name: created.name, ...auditedRole(created) },
  });
  return created;
}

export const auditedRole = ({ isAdmin, permissions, requiresSecondFactor }: Omit<Role, 'id'>) => ({
  is_admin: isAdmin,
  requires_second_factor: requiresSecondFactor,
  ...permissions,
});

/** Deletes a role that no user has. A missing role isn't an error. */
export async function removeRole(change: Change, name: string): Promise<void> {
  const { transaction, workspace } = change;
  const role = await selectRoleByName(transaction, workspace, name);
  if (!role) return;
  const users = await countUsersOf(transaction, workspace, role.id);
  if (users > 0) {
    throw conflict('role_in_use', `${users} user(s) have the role "${name}". Give them another role first.`);
  }
  await deleteRole(transaction, workspace, role.id);
  await recordAudit(change, {
    action: 'deleted',
    subject: { type: 'role', id: role.id, name },
    old: auditedRole(role),
    new: {},
  });
}
