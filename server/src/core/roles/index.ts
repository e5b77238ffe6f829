export { addRole, deleteRoleById, editRole } from './edit-role.ts';
export { requireRole } from './find-role.ts';
export { isLastAdministrator, keepingAdministrator } from './keep-administrator.ts';
export { findRole, listRoles } from './list-roles.ts';
export { removeRole } from './remove-role.ts';
export { type Role, shippedRoles } from './role.ts';
export { selectRoles } from './role-store.ts';
export { createRole, saveRole } from './save-role.ts';
