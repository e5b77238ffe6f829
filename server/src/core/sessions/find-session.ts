import { fingerprintOf } from '../../lib/crypto/token.ts';
import type { Context } from '../context/index.ts';
import type { Workspace } from '../workspaces/index.ts';
import { idleMs, type Session } from './session.ts';
import { selectLiveSession } from './session-store.ts';

const noteEveryMs = 60_000;

/**
 * The session of a browser's cookie, if it is valid now. Nothing is cached: a revoked session, a changed
 * password or a deactivated user is rejected on the very next request (spec/rest-api §7.4).
 */
export async function findSession(
  { db, clock }: Context,
  workspace: Workspace,
  token: string,
): Promise<Session | undefined> {
  const now = clock.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  const times = { now, usedSince: before(idleMs), notedBefore: before(noteEveryMs) };
  return db.write(workspace.id, (transaction) =>
    selectLiveSession(transaction, workspace, fingerprintOf(token), times),
  );
}
