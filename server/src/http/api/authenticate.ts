import { requireRestAccess } from '../../core/access/index.ts';
import { HarkError } from '../../lib/errors.ts';
import { authenticatedOf } from '../authenticated.ts';
import type { Check } from '../check.ts';

/** Check: who is it (401), and may he use the API at all (403)? In this order (decisions 6.1). */
export const authenticateCaller: Check = async (request) => {
  if (request.opened?.caller instanceof HarkError) throw request.opened.caller;
  requireRestAccess(authenticatedOf(request).principal);
};
