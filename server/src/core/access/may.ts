import type { UserId } from '../../lib/ids.ts';
import type { Act } from './acts.ts';
import { explainAct } from './explain.ts';
import type { Reach } from './permissions.ts';
import type { Principal } from './principal.ts';

/** The user and the role that decide what is allowed. */
type Acting = Pick<Principal, 'user' | 'role'>;

/** Returns which records an act may affect (spec/rest-api §7.1). */
export const reachOf = ({ role }: Acting, act: Act): Reach => explainAct(role, act).reach;

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
