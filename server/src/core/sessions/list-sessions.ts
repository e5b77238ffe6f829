import { HarkError } from '../../lib/errors.ts';
import type { SessionId, UserId, WorkspaceId } from '../../lib/ids.ts';
import { may, type Principal } from '../access/index.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import { requireUser } from '../users/index.ts';
import { sessionNotFound } from './end-session.ts';
import { idleMs, type Session } from './session.ts';
import { deleteOfUser, deleteSession, type ListedSession, selectOfUser } from './session-store.ts';

/** Lists the user's current sessions, most recently used first. */
export function listSessions({ db, clock }: Context, session: Session): Promise<ListedSession[]> {
  const { workspace, user } = session.principal;
  const now = clock.now();
  const usedSince = new Date(now.getTime() - idleMs);
  return db.read(workspace.id, (transaction) =>
    selectOfUser(transaction, workspace.id, user.id, { now, usedSince }),
  );
}

/**
 * Throws unless the user is an administrator, who can see and end other users' sessions (spec/rest-api §7.3).
 */
function requireAdministrator(principal: Principal): void {
  if (may(principal, 'credentials.end_of_others')) return;
  throw new HarkError(
    'forbidden',
    'access_denied',
    "Only administrators can see and end other users' sessions.",
  );
}

/** Lists another user's sessions, most recently used first. */
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

/** Ends one of another user's sessions. */
export async function endSessionOf(
  context: Context,
  principal: Principal,
  { user, session, origin }: { user: UserId; session: SessionId; origin: string },
): Promise<void> {
  requireAdministrator(principal);
  const workspace = principal.workspace.id;
  const actor = { user: principal.user, means: principal.means, origin };
  await context.db.write(workspace, async (transaction) => {
    const ended = await deleteSession(transaction, workspace, user, session);
    if (ended === undefined) throw sessionNotFound();
    await recordAudit(
      { ...context, transaction, workspace, actor },
      { action: 'deleted', subject: { type: 'session', id: session, name: ended }, old: { user }, new: {} },
    );
  });
}

interface Whose {
  readonly workspace: WorkspaceId;
  readonly email: string;
  readonly actor: Actor;
}

/**
 * Lists a user's sessions, most recently used first. For the operator, who has no account in the workspace.
 */
export function listSessionsOfUser(
  context: Context,
  { workspace, email, actor }: Whose,
): Promise<ListedSession[]> {
  const now = context.clock.now();
  const usedSince = new Date(now.getTime() - idleMs);
  return context.db.read(workspace, async (transaction) => {
    const { id } = await requireUser({ ...context, transaction, workspace, actor }, email);
    return selectOfUser(transaction, workspace, id, { now, usedSince });
  });
}

/** Signs a user out everywhere, but keeps their keys and tokens. @returns how many sessions were ended */
export function endSessionsOfUser(context: Context, { workspace, email, actor }: Whose): Promise<number> {
  return context.db.write(workspace, async (transaction) => {
    const change = { ...context, transaction, workspace, actor };
    const { id, name } = await requireUser(change, email);
    const ended = await deleteOfUser(transaction, workspace, id);
    if (ended > 0) {
      await recordAudit(change, {
        action: 'deleted',
        subject: { type: 'session', id, name },
        old: { user: email, sessions: ended },
        new: {},
      });
    }
    return ended;
  });
}
