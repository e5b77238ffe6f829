export { requireRole } from './find-role.ts';
export { removeRole } from './remove-role.ts';
export { type Role, shippedRoles } from './role.ts';
export { createRole, saveRole } from './save-role.ts';
