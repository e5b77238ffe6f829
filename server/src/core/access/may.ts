import type { UserId } from '../../lib/ids.ts';
import { type Act, acts, type Requirement } from './acts.ts';
import type { Reach } from './permissions.ts';
import type { Principal } from './principal.ts';

/** Which records an act may touch for this principal; a switch that is on reaches all (decisions 6.5). */
export function reachOf(principal: Principal, act: Act): Reach {
  const { role } = principal;
  if (role.isAdmin) return 'all';
  const requirement: Requirement = acts[act];
  if (requirement === 'administrator') return 'none';
  if (requirement === 'oneself') return 'own';
  const held = role.permissions[requirement.permission];
  if (typeof held === 'boolean') return held ? 'all' : 'none';
  return held ?? 'none';
}

/**
 * Whether a principal may do an act, on a record of `owner` where the act concerns one. Without an owner an act is
 * allowed as soon as it reaches anything: what a list then shows is decided by `reachOf`.
 */
export function may(principal: Principal, act: Act, owner?: UserId | null): boolean {
  const reach = reachOf(principal, act);
  if (reach !== 'own' || owner === undefined) return reach !== 'none';
  return owner === principal.user.id;
}
