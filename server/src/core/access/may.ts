import type { UserId } from '../../lib/ids.ts';
import type { Act } from './acts.ts';
import { explainAct } from './explain.ts';
import type { Reach } from './permissions.ts';
import type { Principal } from './principal.ts';

/** Which records an act may touch for this principal (spec/rest-api §7.1). */
export const reachOf = ({ role }: Principal, act: Act): Reach => explainAct(role, act).reach;

/**
 * Whether a principal may do an act, on a record of `owner` where the act concerns one. Without an owner an act is
 * allowed as soon as it reaches anything: what a list then shows is decided by `reachOf`.
 */
export function may(principal: Principal, act: Act, owner?: UserId | null): boolean {
  const reach = reachOf(principal, act);
  if (reach !== 'own' || owner === undefined) return reach !== 'none';
  return owner === principal.user.id;
}
