import { HarkError } from '../../lib/errors.ts';
import type { SessionId, UserId } from '../../lib/ids.ts';
import { may, type Principal } from '../access/index.ts';
import { recordAudit } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import { idleMs } from './session.ts';
import { deleteSession, type ListedSession, selectOfUser } from './session-store.ts';

/** An administrator can see and end other users' sessions (spec/rest-api §7.3). */
function requireAdministrator(principal: Principal): void {
  if (may(principal, 'credentials.end_of_others')) return;
  throw new HarkError(
    'forbidden',
    'access_denied',
    'Only an administrator sees and ends the sessions of others.',
  );
}

/** Where another user is signed in, the newest use first. */
export async function listSessionsOf(
  { db, clock }: Context,
  principal: Principal,
  user: UserId,
): Promise<ListedSession[]> {
  requireAdministrator(principal);
  const { id } = principal.workspace;
  const now = clock.now();
  const usedSince = new Date(now.getTime() - idleMs);
  return db.read(id, (transaction) => selectOfUser(transaction, id, user, { now, usedSince }));
}

/** Ends one of them; false when it is not there any more. */
export async function endSessionOf(
  context: Context,
  principal: Principal,
  { user, session, origin }: { user: UserId; session: SessionId; origin: string },
): Promise<boolean> {
  requireAdministrator(principal);
  const workspace = principal.workspace.id;
  const actor = { user: principal.user, means: principal.means, origin };
  return context.db.write(workspace, async (transaction) => {
    const ended = await deleteSession(transaction, workspace, user, session);
    if (ended === undefined) return false;
    await recordAudit(
      { ...context, transaction, workspace, actor },
      { action: 'deleted', subject: { type: 'session', id: session, name: ended }, old: { user }, new: {} },
    );
    return true;
  });
}
