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

/** Failures within 15 minutes (spec/oauth §6). */
const maxPerAccountAndAddress = 10;
const maxPerAddress = 100;
const maxPerDevice = 10;

/** What a person types, and what his browser held before. */
export interface SignInForm {
  readonly email: string;
  readonly password: string;
  /** The session that this one replaces: a browser has one. */
  readonly held: string | undefined;
  /** The cookie by which the browser is known, if the user signed in with it before. */
  readonly device: string | undefined;
}

/**
 * Signs a person in. Whatever is wrong is the same refusal, after the same time: neither tells whether there is an account
 * with that address.
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
    throw invalid('sign_in_failed', 'The e-mail address or the password is wrong.');
  }
  await attempt.takeBack();
  return context.db.write(workspace.id, async (transaction) => {
    await forget(transaction, workspace, held);
    return startSession(transaction, context, workspace.id, user, visitor);
  });
}

/** The device of a browser in which this user signed in before, with the current password. */
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

/** Failures of strangers don't count against a known device, so nobody can lock its user out. */
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

/** Written for an address that nobody has as well: what people type into the field may be a password, so it is not kept. */
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
        subject: { type: 'user', id: user?.id ?? 0, name: user?.name ?? 'nobody' },
        old: {},
        new: { reason: 'too many failed sign-ins' },
      },
    ),
  );
}
