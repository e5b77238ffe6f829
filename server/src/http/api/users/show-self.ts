import type { FastifyRequest } from 'fastify';
import { authenticatedOf } from '../../authenticated.ts';

/** `GET /api/users/self`: who the request acts as (decisions 6.2). */
export function showSelf(request: FastifyRequest) {
  const { user, role } = authenticatedOf(request).principal;
  return {
    user: {
      id: user.id,
      email: user.email,
      name: user.name,
      role: { id: role.id, name: role.name, is_admin: role.isAdmin },
    },
  };
}
