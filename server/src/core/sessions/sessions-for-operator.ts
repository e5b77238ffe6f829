import type { WorkspaceId } from '../../lib/ids.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import { requireUser } from '../users/index.ts';
import { idleMs } from './session.ts';
import { deleteOfUser, type ListedSession, selectOfUser } from './session-store.ts';

interface Whose {
  readonly workspace: WorkspaceId;
  readonly email: string;
  readonly actor: Actor;
}

/** Where a user is signed in, the newest use first; for the operator, who is nobody in the workspace. */
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

/** Signs a user out everywhere; his keys and tokens are not touched. @returns how many sessions ended */
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
