import { type InstallationKey, open, seal, tryOpen } from '../../lib/crypto/installation-key.ts';
import { conflict, invalid } from '../../lib/errors.ts';
import type { UserId } from '../../lib/ids.ts';
import type { Change } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import type { Session } from '../sessions/index.ts';
import { type Browser, keepFlow, readFlow, takeFlow } from '../sign-in-flows/index.ts';
import { insertApp, selectApp, updateLastStep } from './app-store.ts';
import { expired } from './passkeys.ts';

const purpose = 'authenticator-app';

export const sealedAppSecret = { table: 'authenticator_apps', column: 'sealed_secret', purpose } as const;

/** Loaded when it is first used, because most processes never check a code. */
const library = () => import('otplib');

/** A code is accepted for one period before and after its own, in case the phone's clock is off. */
const periodSeconds = 30;

/** What a user enters into their app: the secret, or a URI with it that is shown as a QR code. */
interface NewApp {
  readonly secret: string;
  readonly uri: string;
}

/**
 * Returns the secret for a user's app. It belongs to this session: other sessions never see it, because someone else
 * may have started them (spec/sign-in §1.2). Within the session, it stays the same until a code confirms it.
 */
export async function beginApp(
  context: Context,
  browser: Browser,
  { principal: { workspace, user } }: Session,
): Promise<NewApp> {
  if (await context.db.read(workspace.id, (tx) => selectApp(tx, workspace.id, user.id))) throw alreadySetUp();
  const { generateSecret, generateURI } = await library();
  const secret = (await readNewSecret(context, browser)) ?? generateSecret();
  await keepFlow(context, browser, 'new-app', { sealedSecret: seal(context.key, purpose, secret) });
  return { secret, uri: generateURI({ issuer: workspace.name, label: user.email, secret }) };
}

/** Undefined if there is no secret, or a key rotation has made it unreadable. */
async function readNewSecret(context: Context, browser: Browser): Promise<string | undefined> {
  const flow = await readFlow(context, browser, 'new-app');
  return flow && tryOpen(context.key, purpose, flow.sealedSecret);
}

const alreadySetUp = () =>
  conflict(
    'app_already_set_up',
    'You already have an authenticator app. To change to another one, remove it first.',
  );

/** An app whose first code was right, and that isn't stored yet. */
export interface CheckedApp {
  readonly secret: string;
  readonly step: number;
}

/** Checks the first code of a new app. Only a right code ends this browser's step. */
export async function checkNewApp(context: Context, browser: Browser, code: string): Promise<CheckedApp> {
  const secret = await readNewSecret(context, browser);
  if (secret === undefined) throw expired();
  const step = await stepOf(secret, code, context.clock.now());
  if (step === undefined) throw wrongCode();
  if (!(await takeFlow(context, browser, 'new-app'))) throw expired();
  return { secret, step };
}

export async function storeApp(
  { transaction, workspace, clock, key }: Change,
  user: UserId,
  { secret, step }: CheckedApp,
  undoHash: Buffer,
): Promise<void> {
  const sealedSecret = seal(key, purpose, secret);
  const app = { sealedSecret, confirmedAt: clock.now(), lastStep: step, undoHash };
  if (!(await insertApp(transaction, workspace, user, app))) throw alreadySetUp();
}

export const wrongCode = () =>
  invalid('wrong_code', 'The code is wrong or too old. Enter the code that your app shows now.');

interface Using extends Pick<Change, 'transaction' | 'workspace' | 'clock'> {
  readonly key: InstallationKey;
}

/** Uses a code of a user's app. Each code works once (spec/sign-in §1.2). */
export async function useAppCode(using: Using, user: UserId, code: string): Promise<boolean> {
  const { transaction, workspace, clock, key } = using;
  const app = await selectApp(transaction, workspace, user);
  const step = app && (await stepOf(open(key, purpose, app.sealedSecret), code, clock.now()));
  return step === undefined ? false : updateLastStep(transaction, workspace, user, step);
}

/** Returns the 30 seconds that a code belongs to. Undefined if the code is wrong. */
async function stepOf(secret: string, typed: string, now: Date): Promise<number | undefined> {
  const token = typed.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const { verify } = await library();
  const result = await verify({
    secret,
    token,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: periodSeconds,
  });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
