import type { Transaction } from '../../db/driver/transaction.ts';
import type { UpkeepDatabase } from '../../db/upkeep-database.ts';
import { fingerprintOf, makeToken } from '../../lib/crypto/token.ts';
import { HarkError } from '../../lib/errors.ts';
import type { SessionId, UserId, WorkspaceId } from '../../lib/ids.ts';
import type { Context } from '../context/index.ts';
import type { Workspace } from '../workspaces/index.ts';
import { type DeviceCookie, makeDevice } from './device.ts';
import { idleMs, lifetimeMs, type Session, type Visitor } from './session.ts';
import {
  insertSession,
  purgeEnded,
  type SsoOrigin,
  selectLiveSession,
  selectMaySkipSso,
} from './session-store.ts';
import { browserLabel, networkLabel } from './visitor-label.ts';

/** A new session with its token. The token can't be read again. */
export interface StartedSession {
  readonly id: SessionId;
  readonly token: string;
  readonly endsAt: Date;
  /** Identifies this browser when the user signs in again. */
  readonly device: DeviceCookie;
}

/** Starts a session with a new random token, which prevents session fixation. */
export async function startSession(
  transaction: Transaction,
  context: Pick<Context, 'clock' | 'key'>,
  workspace: WorkspaceId,
  user: { readonly id: UserId; readonly signInVersion: number },
  visitor: Visitor,
  {
    hasSecondFactor = false,
    sso,
  }: { readonly hasSecondFactor?: boolean; readonly sso?: SsoOrigin | undefined } = {},
): Promise<StartedSession> {
  if (!sso && !(await selectMaySkipSso(transaction, workspace, user.id))) throw ssoRequired();
  const token = makeToken('session');
  const now = context.clock.now();
  const endsAt = new Date(now.getTime() + lifetimeMs);
  const id = await insertSession(transaction, workspace, {
    user: user.id,
    signInVersion: user.signInVersion,
    tokenHash: fingerprintOf(token),
    browser: browserLabel(visitor.userAgent),
    network: networkLabel(visitor.address),
    hasSecondFactor,
    sso,
    now,
    endsAt,
  });
  return { id, token, endsAt, device: makeDevice(context, workspace, user) };
}

/** Single sign-on is required, and the user tried something else (spec/single-sign-on §4.1). */
export const ssoRequired = () =>
  new HarkError(
    'forbidden',
    'sso_required',
    'This workspace requires single sign-on. Go back and choose it on the sign-in page.',
  );

const noteEveryMs = 60_000;

export const isComplete = ({ hasSecondFactor, requiresSecondFactor }: Session): boolean =>
  hasSecondFactor || !requiresSecondFactor;

/** Returns the session for a browser's cookie, if it is valid and complete. */
export async function findSession(
  context: Context,
  workspace: Workspace,
  token: string,
): Promise<Session | undefined> {
  const session = await findAnySession(context, workspace, token);
  return session && isComplete(session) ? session : undefined;
}

/**
 * Returns the session for a browser's cookie, even if a required second factor is still missing. Only the pages that
 * set one up may use it. Nothing is cached, so a revoked session, a
 * changed password or a deactivated user takes effect on the next request (spec/rest-api §7.4).
 */
export async function findAnySession(
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

const maxAtOnce = 1_000;

export async function purgeSessions(upkeep: UpkeepDatabase, now: Date): Promise<void> {
  const times = { now, usedSince: new Date(now.getTime() - idleMs) };
  while ((await upkeep.run((transaction) => purgeEnded(transaction, times, maxAtOnce))) === maxAtOnce);
}
