import { generateSecret, generateURI, verify } from 'otplib';
import { type InstallationKey, open, seal } from '../../lib/crypto/installation-key.ts';
import { conflict, invalid } from '../../lib/errors.ts';
import type { UserId } from '../../lib/ids.ts';
import type { Change } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import type { Session } from '../sessions/index.ts';
import { insertApp, selectApp, updateConfirmed, updateLastStep } from './app-store.ts';

const purpose = 'authenticator-app';

export const sealedAppSecret = { table: 'authenticator_apps', column: 'sealed_secret', purpose } as const;

/** A code is accepted for one period before and after its own, in case the phone's clock is off. */
const periodSeconds = 30;

/** What a user enters into their app: the secret, or a URI with it that is shown as a QR code. */
interface NewApp {
  readonly secret: string;
  readonly uri: string;
}

/** Returns the secret for a user's app. It is the same on every call until a code confirms it. */
export async function beginApp(context: Context, { principal }: Session): Promise<NewApp> {
  const { workspace, user } = principal;
  const app = await context.db.write(workspace.id, async (transaction) => {
    await insertApp(transaction, workspace.id, user.id, seal(context.key, purpose, generateSecret()));
    return selectApp(transaction, workspace.id, user.id);
  });
  if (!app || app.confirmedAt) throw alreadySetUp();
  const secret = open(context.key, purpose, app.sealedSecret);
  return { secret, uri: generateURI({ issuer: workspace.name, label: user.email, secret }) };
}

const alreadySetUp = () =>
  conflict(
    'app_already_set_up',
    'You already have an authenticator app. To change to another one, remove it first.',
  );

/** Confirms a new app with its first code. */
export async function confirmApp(change: Change, user: UserId, code: string): Promise<void> {
  const { transaction, workspace, clock } = change;
  const app = await selectApp(transaction, workspace, user);
  if (app?.confirmedAt) throw alreadySetUp();
  if (!app || !(await useCodeOf(change, user, app.sealedSecret, code))) throw wrongCode();
  await updateConfirmed(transaction, workspace, user, clock.now());
}

export const wrongCode = () =>
  invalid('wrong_code', 'The code is wrong or too old. Enter the code that your app shows now.');

interface Using extends Pick<Change, 'transaction' | 'workspace' | 'clock'> {
  readonly key: InstallationKey;
}

/** Uses a code of a user's app. Each code works once (spec/sign-in §1.2). */
export async function useAppCode(using: Using, user: UserId, code: string): Promise<boolean> {
  const app = await selectApp(using.transaction, using.workspace, user);
  return app?.confirmedAt ? useCodeOf(using, user, app.sealedSecret, code) : false;
}

async function useCodeOf(
  { transaction, workspace, clock, key }: Using,
  user: UserId,
  sealedSecret: string,
  typed: string,
): Promise<boolean> {
  const token = typed.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return false;
  const result = await verify({
    secret: open(key, purpose, sealedSecret),
    token,
    epoch: Math.floor(clock.now().getTime() / 1000),
    epochTolerance: periodSeconds,
  });
  if (!result.valid || !('timeStep' in result)) return false;
  return updateLastStep(transaction, workspace, user, result.timeStep);
}
