import { HarkError } from '../../../lib/errors.ts';
import type { GrantId, UserId } from '../../../lib/ids.ts';
import { may, type Principal } from '../../access/index.ts';
import { type Actor, type Change, recordAudit } from '../../audit/index.ts';
import type { Context } from '../../context/index.ts';
import type { Grant } from './grant.ts';
import { selectGrant, selectLiveOfUser, updateEndedGrant } from './grant-store.ts';

/** Why a grant ended early. */
type Reason = 'revoked' | 'revoked_by_app' | 'reused' | 'too_many' | 'password_changed';

/** The audit log's view of a grant that ends. */
export type EndingGrant = Pick<Grant, 'id'> & {
  readonly client: Pick<Grant['client'], 'name'>;
  readonly user: Pick<Grant['user'], 'name'>;
};

/** Ends a grant: its tokens are invalid from the commit on. False if it had ended already. */
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

/** Ends every grant of a user whose password changed. */
export async function endGrantsOf(
  change: Change,
  user: { readonly id: UserId; readonly name: string },
): Promise<void> {
  const grants = await selectLiveOfUser(change.transaction, change.workspace, user.id);
  for (const { id, client } of grants) await endGrant(change, { id, client, user }, 'password_changed');
}

/** Ends a grant for the operator. */
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

/** Ends a grant for a user: their own, or any for an administrator (spec/rest-api §7.3). */
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
    // A grant of another user counts as missing.
    if (!grant || !may(principal, 'grants.manage', grant.user.id)) throw unknownGrant();
    await endGrant({ transaction, workspace, actor, clock, key }, grant, 'revoked');
    return grant;
  });
}

const unknownGrant = () =>
  new HarkError('not-found', 'unknown_grant', 'There is no such grant, or it has ended already.');
