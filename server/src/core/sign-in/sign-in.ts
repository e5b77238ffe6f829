import type { Transaction } from '../../db/driver/transaction.ts';
import { emailKey } from '../../lib/email.ts';
import { invalid } from '../../lib/errors.ts';
import { attemptSubject, takeAttempt } from '../attempts/index.ts';
import type { Context } from '../context/index.ts';
import { hasFactor, readFactors } from '../second-factors/index.ts';
import {
  countedAddress,
  type Device,
  limitPerAddress,
  openDevice,
  type StartedSession,
  selectMaySkipSso,
  startSession,
  type Visitor,
} from '../sessions/index.ts';
import { keepFlow } from '../sign-in-flows/index.ts';
import { checkPassword, findSignInUser } from '../users/index.ts';
import type { Workspace } from '../workspaces/index.ts';
import { recordBlocked } from './blocked.ts';
import { forget, type SignInRequest } from './sign-in-request.ts';

/** The max failures within 15 minutes (spec/oauth §6, spec/limits §3). */
const maxPerAccountAndAddress = 10;
const maxPerAddress = 100;
const maxPerDevice = 10;

export interface SignInForm {
  readonly email: string;
  readonly password: string;
  /** The device cookie, if the user has signed in with this browser before. */
  readonly device: string | undefined;
}

/**
 * Signs a user in with a password. All failures result in the same error after the same time, so they don't reveal
 * which accounts exist.
 * @returns undefined if the user has a second factor, which the next step asks for
 */
export async function signIn(
  context: Context,
  { workspace, visitor, held, browser }: SignInRequest,
  { email, password, device: cookie }: SignInForm,
): Promise<StartedSession | undefined> {
  const device = await findDevice(context, workspace, email, cookie);
  const limits = device ? deviceLimits(context, device) : strangerLimits(context, email, visitor);
  const attempt = await takeAttempt(context, workspace.id, limits);
  const { isRight, user } = await checkPassword(context, workspace.id, email, password);
  // If single sign-on is required, a right password is treated like a wrong one, so it can't be guessed.
  const mayUse = (tx: Transaction) => user && selectMaySkipSso(tx, workspace.id, user.id);
  if (!isRight || !user || !(await context.db.read(workspace.id, async (tx) => mayUse(tx)))) {
    if (attempt.reached.length > 0)
      await recordBlocked(context, workspace, user, visitor, 'too many failed sign-ins');
    throw invalid('sign_in_failed', 'The email address or password is wrong.');
  }
  await attempt.takeBack();
  const started = await context.db.write(workspace.id, async (transaction) => {
    if (hasFactor(await readFactors(transaction, workspace.id, user.id))) return undefined;
    await forget(transaction, workspace, held);
    return startSession(transaction, context, workspace.id, user, visitor);
  });
  if (!started) {
    const { id, name, signInVersion } = user;
    await keepFlow(context, browser, 'second-step', { user: { id, name, signInVersion } });
  }
  return started;
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
