import type { UserId } from '../../lib/ids.ts';
import type { Act } from './acts.ts';
import { explainAct } from './explain.ts';
import type { Reach } from './permissions.ts';
import type { Principal } from './principal.ts';
import { limitOf } from './write-limit.ts';

/** The user and the role that decide what is allowed, and how the user acts, if that is known. */
type Acting = Pick<Principal, 'user' | 'role'> & Partial<Pick<Principal, 'means'>>;

/** Returns which records an act may affect (spec/rest-api §7.1). The surface can limit it (spec/proposals §1.1, §1.3). */
export function reachOf({ role, means }: Acting, act: Act): Reach {
  const { reach } = explainAct(role, act);
  const limit = means ? limitOf({ role, means }, act) : 'all';
  return limit === 'none' || (limit === 'own' && reach === 'all') ? limit : reach;
}

/**
 * Returns whether the principal may perform an act. Pass `owner` if the act concerns a record. Without
 * `owner`, the act is allowed if it reaches any records at all; `reachOf` then decides which of them a list
 * shows.
 */
export function may(principal: Acting, act: Act, owner?: UserId | null): boolean {
  const reach = reachOf(principal, act);
  if (reach !== 'own' || owner === undefined) return reach !== 'none';
  return owner === principal.user.id;
}
