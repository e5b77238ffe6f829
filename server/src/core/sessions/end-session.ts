import { fingerprintOf } from '../../lib/crypto/token.ts';
import type { SessionId } from '../../lib/ids.ts';
import { recordAudit } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import type { Workspace } from '../workspaces/index.ts';
import { actorOf } from './actor-of.ts';
import type { Session, Visitor } from './session.ts';
import { deleteByToken, deleteSession } from './session-store.ts';

export const signOut = ({ db }: Context, { id }: Workspace, token: string): Promise<void> =>
  db.write(id, (transaction) => deleteByToken(transaction, id, fingerprintOf(token)));

/**
 * Ends one of the signed-in user's sessions. A missing session, or another user's session, isn't an error.
 */
export async function endSession(
  context: Context,
  session: Session,
  ended: SessionId,
  visitor: Visitor,
): Promise<void> {
  const { workspace, user } = session.principal;
  await context.db.write(workspace.id, async (transaction) => {
    const browser = await deleteSession(transaction, workspace.id, user.id, ended);
    if (browser === undefined) return;
    await recordAudit(
      { ...context, transaction, workspace: workspace.id, actor: actorOf(session, visitor) },
      {
        action: 'deleted',
        subject: { type: 'session', id: ended, name: browser },
        old: { user: user.email },
        new: {},
      },
    );
  });
}
