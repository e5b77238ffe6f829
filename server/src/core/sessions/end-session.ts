import { fingerprintOf } from '../../lib/crypto/token.ts';
import { HarkError } from '../../lib/errors.ts';
import type { SessionId } from '../../lib/ids.ts';
import { recordAudit } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import type { Workspace } from '../workspaces/index.ts';
import { actorOf } from './actor-of.ts';
import type { Session, Visitor } from './session.ts';
import { deleteByToken, deleteSession } from './session-store.ts';

export const signOut = ({ db }: Context, { id }: Workspace, token: string): Promise<void> =>
  db.write(id, (transaction) => deleteByToken(transaction, id, fingerprintOf(token)));

export const sessionNotFound = () =>
  new HarkError('not-found', 'unknown_session', "The session doesn't exist, or has already ended.");

/** Ends one of the signed-in user's sessions. */
export async function endSession(
  context: Context,
  session: Session,
  ended: SessionId,
  visitor: Visitor,
): Promise<void> {
  const { workspace, user } = session.principal;
  await context.db.write(workspace.id, async (transaction) => {
    const browser = await deleteSession(transaction, workspace.id, user.id, ended);
    if (browser === undefined) throw sessionNotFound();
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
