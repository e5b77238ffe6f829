import type { FastifyRequest } from 'fastify';

/** Returns the ID in the path. An ID with more digits than any record has is treated as a record that doesn't exist. */
export function pathIdOf<Id extends number>(request: FastifyRequest): Id {
  const { id = '' } = request.params as { id?: string };
  return (/^\d{1,15}$/.test(id) ? Number(id) : 0) as Id;
}
