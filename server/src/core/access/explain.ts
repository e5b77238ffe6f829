import { HarkError } from '../../lib/errors.ts';
import { type Act, acts, type Requirement } from './acts.ts';
import {
  type GrantKey,
  type Permissions,
  permissions as permissionTable,
  type Reach,
} from './permissions.ts';

/** Which records a role can reach with an act, and the rule that decides it. */
export interface Explanation {
  readonly reach: Reach;
  readonly rule: Rule;
}

export type Rule =
  /** Deactivated users can't act. */
  | { readonly name: 'switched_off' }
  /** A role with `is_admin` passes every check. */
  | { readonly name: 'administrator_passes' }
  /** The act requires a role with `is_admin`. */
  | { readonly name: 'needs_administrator' }
  /** Every user may perform the act on their own data. */
  | { readonly name: 'oneself' }
  /** The act requires a permission. `held` is its value in the role; null if the role doesn't set it. */
  | {
      readonly name: 'permission';
      readonly permission: GrantKey;
      readonly held: Reach | boolean | null;
    };

interface HoldingRole {
  readonly isAdmin: boolean;
  readonly permissions: Permissions;
}

/**
 * Explains what a role may do with an act (spec/rest-api §7). `reachOf` and `may` are derived from this
 * function, so the explanation always matches the decision.
 */
export function explainAct({ isAdmin, permissions }: HoldingRole, act: Act): Explanation {
  if (isAdmin) return { reach: 'all', rule: { name: 'administrator_passes' } };
  const requirement: Requirement = acts[act];
  if (requirement === 'administrator') return { reach: 'none', rule: { name: 'needs_administrator' } };
  if (requirement === 'oneself') return { reach: 'own', rule: { name: 'oneself' } };
  const { permission } = requirement;
  const held = permissions[permission] ?? null;
  return { reach: reachOfValue(held), rule: { name: 'permission', permission, held } };
}

/** Like `explainAct`, but for a user, who may be deactivated. */
export const explainFor = (
  { active, role }: { readonly active: boolean; readonly role: HoldingRole },
  act: Act,
): Explanation => (active ? explainAct(role, act) : { reach: 'none', rule: { name: 'switched_off' } });

/** A boolean permission that is on reaches all records. */
function reachOfValue(held: Reach | boolean | null): Reach {
  if (typeof held === 'boolean') return held ? 'all' : 'none';
  return held ?? 'none';
}

/** The error for an act that isn't allowed. The message depends on the rule that forbids it. */
export function refusalOf({ name, ...role }: HoldingRole & { readonly name: string }, act: Act): HarkError {
  const { rule } = explainAct(role, act);
  if (rule.name !== 'permission') {
    return new HarkError(
      'forbidden',
      'not_allowed',
      `Only administrators can do this, and your role, ${name}, isn't an administrator role.`,
    );
  }
  const { group, label } = permissionTable[rule.permission];
  return new HarkError(
    'forbidden',
    'not_allowed',
    `This needs ${group} → ${label}, which your role, ${name}, doesn't include.`,
  );
}
