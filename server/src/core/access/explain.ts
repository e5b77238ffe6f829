import { HarkError } from '../../lib/errors.ts';
import { type Act, acts, type Requirement } from './acts.ts';
import {
  type PermissionKey,
  type Permissions,
  permissions as permissionTable,
  type Reach,
} from './permissions.ts';

/** How far a role reaches for an act, and the rule that decides. */
export interface Explanation {
  readonly reach: Reach;
  readonly rule: Rule;
}

export type Rule =
  /** Deactivated users can't act. */
  | { readonly name: 'switched_off' }
  /** A role with `is_admin` passes every check. */
  | { readonly name: 'administrator_passes' }
  /** Only such a role is allowed. */
  | { readonly name: 'needs_administrator' }
  /** Every user, for their own data. */
  | { readonly name: 'oneself' }
  /** A permission decides; null if the role doesn't set it. */
  | {
      readonly name: 'permission';
      readonly permission: PermissionKey;
      readonly held: Reach | boolean | null;
    };

interface HoldingRole {
  readonly isAdmin: boolean;
  readonly permissions: Permissions;
}

/** Follows spec/rest-api §7. `reachOf` and `may` use nothing else, so explanation and decision agree. */
export function explainAct({ isAdmin, permissions }: HoldingRole, act: Act): Explanation {
  if (isAdmin) return { reach: 'all', rule: { name: 'administrator_passes' } };
  const requirement: Requirement = acts[act];
  if (requirement === 'administrator') return { reach: 'none', rule: { name: 'needs_administrator' } };
  if (requirement === 'oneself') return { reach: 'own', rule: { name: 'oneself' } };
  const { permission } = requirement;
  const held = permissions[permission] ?? null;
  return { reach: reachOfValue(held), rule: { name: 'permission', permission, held } };
}

/** The same for a user, who may be deactivated. */
export const explainFor = (
  { active, role }: { readonly active: boolean; readonly role: HoldingRole },
  act: Act,
): Explanation => (active ? explainAct(role, act) : { reach: 'none', rule: { name: 'switched_off' } });

/** A switch that is on reaches all. */
function reachOfValue(held: Reach | boolean | null): Reach {
  if (typeof held === 'boolean') return held ? 'all' : 'none';
  return held ?? 'none';
}

/** Why an act is not allowed, by the rule that decided. */
export function refusalOf({ name, ...role }: HoldingRole & { readonly name: string }, act: Act): HarkError {
  const { rule } = explainAct(role, act);
  if (rule.name !== 'permission') {
    return new HarkError(
      'forbidden',
      'not_allowed',
      `Your role does not let you do this. It takes an administrator, and “${name}” is no administrator’s role.`,
    );
  }
  const { group, label } = permissionTable[rule.permission];
  return new HarkError(
    'forbidden',
    'not_allowed',
    `Your role does not let you do this. It takes “${group} → ${label}”, which “${name}” does not hold.`,
  );
}
