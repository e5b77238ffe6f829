import type { Transaction } from '../../db/driver/transaction.ts';
import { fingerprintOf, makeToken } from '../../lib/crypto/token.ts';
import type { SessionId, UserId, WorkspaceId } from '../../lib/ids.ts';
import type { Context } from '../context/index.ts';
import { type DeviceCookie, makeDevice } from './device.ts';
import { lifetimeMs, type Visitor } from './session.ts';
import { insertSession } from './session-store.ts';
import { browserLabel, networkLabel } from './visitor-label.ts';

/** A new session, and what the browser gets of it: the only time that it is known. */
export interface StartedSession {
  readonly id: SessionId;
  readonly token: string;
  readonly endsAt: Date;
  /** By which this browser is known when the user signs in again. */
  readonly device: DeviceCookie;
}

/**
 * Starts a session with a value that nobody could know before, so a browser that was given a cookie by somebody else does
 * not share it (session fixation).
 */
export async function startSession(
  transaction: Transaction,
  context: Pick<Context, 'clock' | 'key'>,
  workspace: WorkspaceId,
  user: { readonly id: UserId; readonly signInVersion: number },
  visitor: Visitor,
): Promise<StartedSession> {
  const token = makeToken('session');
  const now = context.clock.now();
  const endsAt = new Date(now.getTime() + lifetimeMs);
  const id = await insertSession(transaction, workspace, {
    user: user.id,
    signInVersion: user.signInVersion,
    tokenHash: fingerprintOf(token),
    browser: browserLabel(visitor.userAgent),
    network: networkLabel(visitor.address),
    now,
    endsAt,
  });
  return { id, token, endsAt, device: makeDevice(context, workspace, user) };
}
