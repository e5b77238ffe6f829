import type { Transaction } from '../../db/driver/transaction.ts';
import { fingerprintOf } from '../../lib/crypto/token.ts';
import { emailKey } from '../../lib/email.ts';
import { HarkError, invalid } from '../../lib/errors.ts';
import { attemptSubject, takeAttempt } from '../attempts/index.ts';
import { recordAudit } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import { checkPassword, findSignInUser, type SignInUser } from '../users/index.ts';
import type { Workspace } from '../workspaces/index.ts';
import { type Device, openDevice } from './device.ts';
import type { Visitor } from './session.ts';
import { deleteByToken } from './session-store.ts';
import { type StartedSession, startSession } from './start-session.ts';
import { countedAddress, limitPerAddress } from './visitor-label.ts';

/** The max failures within 15 minutes (spec/oauth §6, spec/limits §3). */
const maxPerAccountAndAddress = 10;
const maxPerAddress = 100;
const maxPerDevice = 10;

export interface SignInForm {
  readonly email: string;
  readonly password: string;
  /** The browser's current session, which the new one replaces. */
  readonly held: string | undefined;
  /** The device cookie, if the user has signed in with this browser before. */
  readonly device: string | undefined;
}

/**
 * Signs a user in. All failures result in the same error after the same time, so they don't reveal which
 * accounts exist.
 */
export async function signIn(
  context: Context,
  workspace: Workspace,
  { email, password, held, device: cookie }: SignInForm,
  visitor: Visitor,
): Promise<StartedSession> {
  const device = await findDevice(context, workspace, email, cookie);
  const limits = device ? deviceLimits(context, device) : strangerLimits(context, email, visitor);
  const attempt = await takeAttempt(context, workspace.id, limits);
  if (!attempt.isAllowed) throw tooMany(attempt.retryAfterSeconds);
  const { isRight, user } = await checkPassword(context, workspace.id, email, password);
  if (!isRight || !user) {
    if (attempt.reached.length > 0) await recordBlocked(context, workspace, user, visitor);
    throw invalid('sign_in_failed', 'The email address or password is wrong.');
  }
  await attempt.takeBack();
  return context.db.write(workspace.id, async (transaction) => {
    await forget(transaction, workspace, held);
    return startSession(transaction, context, workspace.id, user, visitor);
  });
}

/** Returns the device if this user has signed in with this browser and the current password before. */
async function findDevice(
  context: Context,
  { id: workspace }: Workspace,
  email: string,
  cookie: string | undefined,
): Promise<Device | undefined> {
  const device = openDevice(context, workspace, cookie);
  if (!device) return undefined;
  const find = (transaction: Transaction) => findSignInUser(transaction, workspace, email);
  const user = await context.db.read(workspace, find);
  const isTheirs = user?.id === device.user && user.signInVersion === device.signInVersion;
  return isTheirs ? device : undefined;
}

/** Failures on other devices don't count against a known device, so other people can't lock out its user. */
const deviceLimits = ({ key }: Context, { id }: Device) => [
  { subject: attemptSubject(key, 'sign-in-device', id), most: maxPerDevice },
];

function strangerLimits({ key }: Context, email: string, visitor: Visitor) {
  const address = countedAddress(visitor.address);
  return [
    { subject: attemptSubject(key, 'sign-in', emailKey(email), address), most: maxPerAccountAndAddress },
    { subject: attemptSubject(key, 'sign-in', address), most: limitPerAddress(visitor, maxPerAddress) },
  ];
}

const forget = async (transaction: Transaction, { id }: Workspace, held: string | undefined) => {
  if (held !== undefined) await deleteByToken(transaction, id, fingerprintOf(held));
};

const tooMany = (retryAfterSeconds: number) =>
  new HarkError(
    'too-many',
    'too_many_attempts',
    `Too many attempts. Try again in ${Math.ceil(retryAfterSeconds / 60)} minutes.`,
    { retryAfterSeconds },
  );

/**
 * Records a blocked sign-in. Unknown accounts are recorded too, but without the input, because people type
 * passwords into the wrong field.
 */
function recordBlocked(
  { db, clock, key }: Context,
  { id: workspace }: Workspace,
  user: SignInUser | undefined,
  { address }: Visitor,
): Promise<void> {
  return db.write(workspace, (transaction) =>
    recordAudit(
      { transaction, workspace, clock, key, actor: { user: null, means: { type: 'ui' }, origin: address } },
      {
        action: 'blocked',
        subject: { type: 'user', id: user?.id ?? 0, name: user?.name ?? 'unknown user' },
        old: {},
        new: { reason: 'too many failed sign-ins' },
      },
    ),
  );
}
