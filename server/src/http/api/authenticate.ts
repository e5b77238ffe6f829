import { requireRestAccess } from '../../core/access/index.ts';
import { HarkError } from '../../lib/errors.ts';
import { authenticatedOf } from '../authenticated.ts';
import type { Check } from '../check.ts';

/**
 * Check: is the credential valid (401), and may its user use the API (403)? In this order (spec/rest-api §2).
 */
export const authenticateCaller: Check = async (request) => {
  if (request.opened?.caller instanceof HarkError) throw request.opened.caller;
  requireRestAccess(authenticatedOf(request).principal);
};
