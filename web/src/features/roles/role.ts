import type { ApiResponse } from '../../api/call.ts';

/** All roles, and all permissions that a role can have. */
export type Roles = ApiResponse<'GET /roles'>;
export type Role = Roles['roles'][number];
export type Permission = Roles['permissions'][number];
