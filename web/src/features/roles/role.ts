import type { Answer } from '../../api/call.ts';

/** Every role, and every permission that one can hold. */
export type Roles = Answer<'GET /roles'>;
export type Role = Roles['roles'][number];
export type Permission = Roles['permissions'][number];
