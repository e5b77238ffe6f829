import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import type { Transaction } from '../../db/driver/transaction.ts';
import { conflict, invalid } from '../../lib/errors.ts';
import type { PasskeyId } from '../../lib/ids.ts';
import type { Change } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import type { Session } from '../sessions/index.ts';
import { type Browser, keepFlow, takeFlow } from '../sign-in-flows/index.ts';
import type { Workspace } from '../workspaces/index.ts';
import {
  insertPasskey,
  type KnownPasskey,
  selectKnownPasskey,
  selectPasskeys,
  updateCounter,
} from './passkey-store.ts';

/** Loaded when it is first used, because loading it would add a tenth to the time that a process needs to start. */
const library = () => import('@simplewebauthn/server');

/** A passkey belongs to a host name, without a port. */
const domainOf = ({ baseUrl }: Workspace): string => new URL(baseUrl).hostname;
const originOf = ({ baseUrl }: Workspace): string => new URL(baseUrl).origin;

const maxNameLength = 100;

/** EdDSA, ES256 and RS256. The library's own default makes Node print a warning about an experimental algorithm. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** Returns what the browser needs to create a passkey. It asks for one that works without a user name. */
export async function beginPasskey(context: Context, browser: Browser, { principal }: Session) {
  const { workspace, user } = principal;
  const present = await context.db.read(workspace.id, (tx) => selectPasskeys(tx, workspace.id, user.id));
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: workspace.name,
    rpID: domainOf(workspace),
    userID: Buffer.from(`${workspace.id}/${user.id}`),
    userName: user.email,
    userDisplayName: user.name,
    excludeCredentials: present.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs,
  });
  await keepFlow(context, browser, 'new-passkey', { challenge: options.challenge });
  return options;
}

/** A response that was checked but isn't stored yet. */
export interface CheckedPasskey {
  readonly name: string;
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
}

/** Checks a new passkey against this browser's challenge. */
export async function checkNewPasskey(
  context: Context,
  browser: Browser,
  workspace: Workspace,
  { name, response }: { name: string; response: string },
): Promise<CheckedPasskey> {
  const flow = await takeFlow(context, browser, 'new-passkey');
  if (!flow) throw expired();
  const { verifyRegistrationResponse } = await library();
  const verified = await verifyRegistrationResponse({
    response: readResponse(response) as RegistrationResponseJSON,
    supportedAlgorithmIDs,
    expectedChallenge: flow.challenge,
    expectedOrigin: originOf(workspace),
    expectedRPID: domainOf(workspace),
  }).catch(() => undefined);
  if (!verified?.verified) throw invalid('passkey_failed', "The passkey couldn't be added. Try again.");
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  const shownName = name.trim().slice(0, maxNameLength);
  return { name: shownName || 'Passkey', credentialId: id, publicKey, counter, transports };
}

export async function addPasskey(
  { transaction, workspace, clock }: Change,
  { principal }: Session,
  passkey: CheckedPasskey,
  undoHash: Buffer,
): Promise<PasskeyId> {
  const stored = { ...passkey, undoHash, now: clock.now() };
  const id = await insertPasskey(transaction, workspace, principal.user.id, stored);
  if (id === undefined) throw conflict('passkey_exists', 'This passkey is already set up.');
  return id;
}

/** Returns what the browser needs to sign in with any of its passkeys for this host. */
export async function askForPasskey(context: Context, browser: Browser, workspace: Workspace) {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: domainOf(workspace),
    userVerification: 'required',
  });
  await keepFlow(context, browser, 'passkey', { challenge: options.challenge });
  return options;
}

/** A signed challenge: the passkey, and how often its authenticator says that it was used. */
export interface SignedChallenge {
  readonly passkey: KnownPasskey;
  readonly counter: number;
}

/**
 * Checks the browser's response to the challenge. All failures result in the same error, so they don't reveal which
 * passkeys exist.
 */
export async function checkPasskey(
  context: Context,
  browser: Browser,
  workspace: Workspace,
  response: string,
): Promise<SignedChallenge> {
  const flow = await takeFlow(context, browser, 'passkey');
  if (!flow) throw expired();
  const read = readResponse(response) as AuthenticationResponseJSON;
  const passkey = await context.db.read(workspace.id, (tx) => selectKnownPasskey(tx, workspace.id, read.id));
  if (!passkey) throw refusedPasskey();
  const { verifyAuthenticationResponse } = await library();
  const verified = await verifyAuthenticationResponse({
    response: read,
    expectedChallenge: flow.challenge,
    expectedOrigin: originOf(workspace),
    expectedRPID: domainOf(workspace),
    // The counter is compared with the stored one when it is stored, so that concurrent requests count too.
    credential: { id: read.id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
  }).catch(() => undefined);
  if (!verified?.verified) throw refusedPasskey();
  return { passkey, counter: verified.authenticationInfo.newCounter };
}

/** Records that a passkey was used. Returns false if it was copied, or the response was sent before. */
export const notePasskeyUse = (
  transaction: Transaction,
  workspace: Workspace,
  { passkey, counter }: SignedChallenge,
  now: Date,
): Promise<boolean> => updateCounter(transaction, workspace.id, passkey.id, counter, now);

export const refusedPasskey = () =>
  invalid('passkey_refused', "Signing in with this passkey didn't work. Use another one, or your password.");

export const expired = () => invalid('sign_in_expired', 'That took too long. Start again.');

const responseSchema = z.looseObject({ id: z.string().min(1).max(2_000), response: z.looseObject({}) });

/** Reads the browser's JSON. The library checks everything else. */
function readResponse(text: string): unknown {
  try {
    return responseSchema.parse(JSON.parse(text));
  } catch {
    throw invalid('passkey_failed', "The browser's response can't be read. Try again.");
  }
}
