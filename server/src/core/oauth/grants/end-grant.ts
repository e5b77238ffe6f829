import { HarkError } from '../../../lib/errors.ts';
import type { GrantId, UserId } from '../../../lib/ids.ts';
import { may, type Principal } from '../../access/index.ts';
import { type Actor, type Change, recordAudit } from '../../audit/index.ts';
import type { Context } from '../../context/index.ts';
import type { Grant } from './grant.ts';
import { selectGrant, selectLiveOfUser, updateEndedGrant } from './grant-store.ts';

/** Why a grant was revoked before it expired. */
type Reason = 'revoked' | 'revoked_by_app' | 'reused' | 'too_many' | 'password_changed';

/** What the audit log records about a revoked grant. */
export type EndingGrant = Pick<Grant, 'id'> & {
  readonly client: Pick<Grant['client'], 'name'>;
  readonly user: Pick<Grant['user'], 'name'>;
};

/**
 * Revokes a grant. Its tokens become invalid when the transaction commits. Returns false if the grant was
 * already revoked.
 */
export async function endGrant(change: Change, grant: EndingGrant, reason: Reason): Promise<boolean> {
  const { transaction, workspace, clock } = change;
  if (!(await updateEndedGrant(transaction, workspace, grant.id, clock.now()))) return false;
  await recordAudit(change, {
    action: 'deleted',
    subject: { type: 'grant', id: grant.id, name: grant.client.name },
    old: { user: grant.user.name },
    new: { reason },
  });
  return true;
}

/** Revokes all grants of a user whose password changed. */
export async function endGrantsOf(
  change: Change,
  user: { readonly id: UserId; readonly name: string },
): Promise<void> {
  const grants = await selectLiveOfUser(change.transaction, change.workspace, user.id);
  for (const { id, client } of grants) await endGrant(change, { id, client, user }, 'password_changed');
}

/** Revokes a grant on behalf of the operator. */
export function revokeGrant(
  { db, clock, key }: Context,
  actor: Actor,
  workspace: Change['workspace'],
  id: GrantId,
) {
  return db.write(workspace, async (transaction) => {
    const grant = await selectGrant(transaction, workspace, id, clock.now());
    if (!grant) throw unknownGrant();
    await endGrant({ transaction, workspace, actor, clock, key }, grant, 'revoked');
    return grant;
  });
}

/**
 * Revokes a grant on behalf of a user: one of their own, or any grant if the user is an administrator
 * (spec/rest-api §7.3).
 */
export function revokeGrantAs(
  { db, clock, key }: Context,
  principal: Principal,
  origin: string,
  id: GrantId,
) {
  const workspace = principal.workspace.id;
  const actor: Actor = { user: principal.user, means: principal.means, origin };
  return db.write(workspace, async (transaction) => {
    const grant = await selectGrant(transaction, workspace, id, clock.now());
    // Another user's grant is treated as missing.
    if (!grant || !may(principal, 'grants.manage', grant.user.id)) throw unknownGrant();
    await endGrant({ transaction, workspace, actor, clock, key }, grant, 'revoked');
    return grant;
  });
}

const unknownGrant = () =>
  new HarkError('not-found', 'unknown_grant', "This grant doesn't exist, or it has already been revoked.");
