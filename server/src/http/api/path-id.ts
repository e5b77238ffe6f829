import type { FastifyRequest } from 'fastify';
import { notFound } from '../../lib/errors.ts';
import type { LeadId } from '../../lib/ids.ts';

/**
 * A route's ID. It matches digits only, so a wrong method on `/leads/search` is a 405 and not a missing lead
 * (spec/rest-api §4.5, §4.6).
 */
export const idPattern = ':id(^\\d+$)';

/** Returns the ID in the path. An ID with more digits than any record has is treated as a record that doesn't exist. */
export function pathIdOf<Id extends number>(request: FastifyRequest): Id {
  const { id = '' } = request.params as { id?: string };
  return (/^\d{1,15}$/.test(id) ? Number(id) : 0) as Id;
}

/** Returns the ID in the path. A malformed ID is treated as a lead that doesn't exist. */
export function leadIdOf(request: FastifyRequest): LeadId {
  const { id = '' } = request.params as { id?: string };
  if (!/^\d{1,15}$/.test(id)) throw notFound();
  return Number(id) as LeadId;
}
