import { HarkError } from '../../lib/errors.ts';
import { type Act, acts, type Requirement } from './acts.ts';
import {
  type PermissionKey,
  type Permissions,
  permissions as permissionTable,
  type Reach,
} from './permissions.ts';

/** What a role says of an act: how far it reaches, and by which rule. */
export interface Explanation {
  readonly reach: Reach;
  readonly rule: Rule;
}

export type Rule =
  /** Nothing acts as a user who is switched off. */
  | { readonly name: 'switched_off' }
  /** A role with `is_admin` passes every check. */
  | { readonly name: 'administrator_passes' }
  /** Only such a role can do it. */
  | { readonly name: 'needs_administrator' }
  /** Everybody, with what is his own. */
  | { readonly name: 'oneself' }
  /** A permission decides; null where the role does not name it. */
  | {
      readonly name: 'permission';
      readonly permission: PermissionKey;
      readonly held: Reach | boolean | null;
    };

interface HoldingRole {
  readonly isAdmin: boolean;
  readonly permissions: Permissions;
}

/**
 * Applies the rules of spec/rest-api §7 and names the one that decided. `reachOf` and `may` use nothing else,
 * so the explanation can't differ from the decision.
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

/** The same for a person, who may be switched off. */
export const explainFor = (
  { active, role }: { readonly active: boolean; readonly role: HoldingRole },
  act: Act,
): Explanation => (active ? explainAct(role, act) : { reach: 'none', rule: { name: 'switched_off' } });

/** A switch that is on reaches all. */
function reachOfValue(held: Reach | boolean | null): Reach {
  if (typeof held === 'boolean') return held ? 'all' : 'none';
  return held ?? 'none';
}

/** Why somebody may not do an act: what is missing, by the rule that decided. */
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
