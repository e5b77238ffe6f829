import { HarkError } from '../../lib/errors.ts';
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

/** The acts on leads, which the limit's value applies to. */
const leadActs: ReadonlySet<Act> = new Set(['leads.create', 'leads.edit', 'leads.delete', 'leads.restore']);

/** The acts that start a run. Any limit forbids them. */
const startingActs: ReadonlySet<Act> = new Set(['runs.start', 'runs.retry']);

/** Returns how far a role lets the caller's surface write leads (spec/proposals §1.1). */
export function writeLimitOf({ role, means }: Pick<Principal, 'role' | 'means'>): WriteReach {
  const permission = limits[means.type];
  if (role.isAdmin || permission === undefined) return 'all';
  return role.permissions[permission] ?? 'all';
}

/** Returns how far a role lets the caller's surface perform an act. */
export function limitOf(principal: Pick<Principal, 'role' | 'means'>, act: Act): WriteReach {
  const limit = writeLimitOf(principal);
  if (startingActs.has(act)) return limit === 'all' ? 'all' : 'none';
  return leadActs.has(act) ? limit : 'all';
}

/**
 * Throws if the role limits the caller's surface. Through such a surface, a caller can't decide what runs, because a
 * workflow changes leads without anyone's approval (spec/proposals §1.3). `what` completes "they can't …".
 */
export function requireUnlimited(principal: Pick<Principal, 'role' | 'means'>, what: string): void {
  if (writeLimitOf(principal) === 'all') return;
  throw new HarkError(
    'forbidden',
    'not_allowed',
    `Your role limits what programs and agents can change, so they can't ${what}. Do this in the console.`,
  );
}

/** Like `requireUnlimited`, for settings that are free until the workflow is published for the first time. */
export function requireUnlimitedIfPublished(
  principal: Pick<Principal, 'role' | 'means'>,
  { publishedVersion }: { readonly publishedVersion: number },
  what: string,
): void {
  if (publishedVersion > 0) requireUnlimited(principal, what);
}
