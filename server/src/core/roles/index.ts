export { addRole, deleteRoleById, editRole } from './edit-role.ts';
export {
  findRole,
  isLastAdministrator,
  keepingAdministrator,
  listRoles,
  readRole,
  requireRole,
} from './find-role.ts';
export { type Role, shippedRoles } from './role.ts';
export {
  changeRoleFrom,
  createRoleFrom,
  readNewRole,
  readRoleChange,
  requireRoleReference,
  roleName,
  roleReference,
} from './role-input.ts';
export { selectRoleByName, selectRoles } from './role-store.ts';
export { createRole, removeRole, saveRole } from './save-role.ts';
export { shownRoleKeys, showRole } from './show-role.ts';
