import type { MeansType } from '../audit/index.ts';
import type { Act } from './acts.ts';
import type { WriteReach } from './permissions.ts';
import type { Principal } from './principal.ts';

/** The permission that limits writes through a surface. Other means aren't limited. */
const limits: Readonly<Partial<Record<MeansType, 'api.write_rest' | 'api.write_mcp'>>> = {
  api_key: 'api.write_rest',
  api_client: 'api.write_rest',
  oauth_client: 'api.write_rest',
  mcp: 'api.write_mcp',
};

/** The acts that the limit applies to. */
const limitedActs: ReadonlySet<Act> = new Set([
  'leads.create',
  'leads.edit',
  'leads.delete',
  'leads.restore',
]);

/** Returns how far a role lets the caller's surface write leads (spec/proposals §1.1). */
export function writeLimitOf({ role, means }: Pick<Principal, 'role' | 'means'>): WriteReach {
  const permission = limits[means.type];
  if (role.isAdmin || permission === undefined) return 'all';
  return role.permissions[permission] ?? 'all';
}

export const isLimited = (act: Act): boolean => limitedActs.has(act);
