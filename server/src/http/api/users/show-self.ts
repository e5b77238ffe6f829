import type { FastifyRequest } from 'fastify';
import { authenticatedOf } from '../../request/authenticated.ts';

/** `GET /api/users/self`: returns the user that the request acts as (spec/rest-api §4.8). */
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
