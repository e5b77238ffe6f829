import type { Context } from '../context/index.ts';
import { idleMs, type Session } from './session.ts';
import { type ListedSession, selectOfUser } from './session-store.ts';

/** Where one is signed in at this moment, the newest use first. */
export function listSessions({ db, clock }: Context, session: Session): Promise<ListedSession[]> {
  const { workspace, user } = session.principal;
  const now = clock.now();
  const usedSince = new Date(now.getTime() - idleMs);
  return db.read(workspace.id, (transaction) =>
    selectOfUser(transaction, workspace.id, user.id, { now, usedSince }),
  );
}
