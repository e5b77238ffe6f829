export { addRole, deleteRoleById, editRole } from './edit-role.ts';
export { findRole, isLastAdministrator, keepingAdministrator, listRoles, requireRole } from './find-role.ts';
export { type Role, shippedRoles } from './role.ts';
export { selectRoleByName, selectRoles } from './role-store.ts';
export { createRole, removeRole, saveRole } from './save-role.ts';
