import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { Clock } from '../../lib/clock.ts';
import { deriveKey, type InstallationKey, open, seal, tryOpen } from '../../lib/crypto/installation-key.ts';
import type { Secret } from '../../lib/crypto/secret.ts';
import { makeToken } from '../../lib/crypto/token.ts';
import { conflict, HarkError, invalid } from '../../lib/errors.ts';
import type { UserId, WorkspaceId } from '../../lib/ids.ts';
import { type Change, concealed, recordAudit } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import { deleteKey, replaceKey, selectKey, selectKeys, updateAllowedAddresses } from './api-key-store.ts';
import { type KeyUse, keptMs, maxUses } from './key-use.ts';
import { selectUses } from './key-use-store.ts';

const sealPurpose = 'api-key';
const hashPurpose = 'api-key-hash';

/**
 * Generates 256 random bits in characters that are safe in headers and URLs, with a prefix for leak scanners.
 */
export const generateApiKey = (): string => makeToken('key');

export const sealedApiKey = { table: 'api_keys', column: 'sealed_key', purpose: sealPurpose } as const;

/**
 * Encrypts the key. Hark can always show it, but a stolen database dump doesn't reveal it (spec/rest-api
 * §1.8).
 */
export const sealApiKey = (key: InstallationKey, apiKey: string): string => seal(key, sealPurpose, apiKey);
export const openApiKey = (key: InstallationKey, sealed: string): string => open(key, sealPurpose, sealed);

/** Returns the API keys of all users, decrypted. */
export async function openApiKeys(
  transaction: Transaction,
  workspace: WorkspaceId,
  key: InstallationKey,
): Promise<ReadonlyMap<UserId, string>> {
  const rows = await selectKeys(transaction, workspace);
  return new Map(rows.map((row) => [row.user_id as UserId, openApiKey(key, row.sealed_key)]));
}

/** A keyed hash: hashes can be compared, but guesses can't be tested without the installation's key. */
export const hashApiKey = ({ secret }: Pick<InstallationKey, 'secret'>, apiKey: string): Buffer =>
  createHmac('sha256', hashKeyOf(secret)).update(apiKey).digest();

/**
 * Returns the API key's hash for each installation key. Both hashes are the same unless a key rotation is in
 * progress.
 */
export const hashesOfApiKey = (key: InstallationKey, apiKey: string): readonly [Buffer, Buffer] => {
  const present = hashApiKey(key, apiKey);
  return [present, key.other ? hashApiKey({ secret: key.other }, apiKey) : present];
};

const hashKeys = new WeakMap<Secret, KeyObject>();

/** Caches the derived key: every request hashes an API key, and deriving costs more than hashing. */
function hashKeyOf(secret: Secret): KeyObject {
  const known = hashKeys.get(secret) ?? createSecretKey(deriveKey(secret, hashPurpose));
  hashKeys.set(secret, known);
  return known;
}

const purpose = 'api-key-proposal';
const lifetimeMs = 3_600_000;

interface ProposedTo {
  readonly workspace: WorkspaceId;
  readonly user: UserId;
}

interface Sealed extends ProposedTo {
  readonly apiKey: string;
  /** The hashes of the key that it replaces, in hexadecimal. Null if there is none. */
  readonly replaces: readonly [string, string] | null;
  readonly expiresAt: number;
}

/**
 * *Regenerate* on the API Settings tab: generates a key that isn't effective yet (spec/rest-api §1.5).
 * Nothing is stored. The proposal is encrypted, so *Update* accepts only keys that the server generated for
 * this user.
 */
export async function proposeKey(
  context: Context,
  { workspace, user }: ProposedTo,
): Promise<{ readonly apiKey: string; readonly proposal: string }> {
  const { key, clock } = context;
  const present = await readOwnKey(context, workspace, user);
  const hashes = present === null ? null : hashesOfApiKey(key, present);
  const apiKey = generateApiKey();
  const sealed: Sealed = {
    workspace,
    user,
    apiKey,
    replaces: hashes && [hashes[0].toString('hex'), hashes[1].toString('hex')],
    expiresAt: clock.now().getTime() + lifetimeMs,
  };
  return { apiKey, proposal: seal(key, purpose, JSON.stringify(sealed)) };
}

/** Returns undefined if the proposal is for another user, expired or forged. */
function openProposal(
  { key, clock }: Pick<Context, 'key' | 'clock'>,
  { workspace, user }: ProposedTo,
  proposal: string,
): Pick<Sealed, 'apiKey' | 'replaces'> | undefined {
  const text = tryOpen(key, purpose, proposal);
  if (text === undefined) return undefined;
  const sealed = JSON.parse(text) as Sealed;
  const isOurs = sealed.workspace === workspace && sealed.user === user;
  return isOurs && clock.now().getTime() < sealed.expiresAt ? sealed : undefined;
}

/**
 * *Update* on the API Settings tab: the proposed key replaces the old one when the transaction commits
 * (spec/rest-api §1.5), unless the key has been changed since the proposal.
 */
export async function replaceOwnKey(
  change: Change,
  user: { readonly id: UserId; readonly name: string },
  proposal: string,
): Promise<void> {
  const { transaction, workspace, key } = change;
  const proposed = openProposal(change, { workspace, user: user.id }, proposal);
  if (proposed === undefined) {
    throw invalid(
      'not_a_proposed_key',
      "This key wasn't generated for you in the last hour. Choose Regenerate, then Update.",
    );
  }
  const { apiKey, replaces } = proposed;
  const isReplaced = await replaceKey(transaction, workspace, user.id, {
    replaced: replaces && [Buffer.from(replaces[0], 'hex'), Buffer.from(replaces[1], 'hex')],
    sealedKey: sealApiKey(key, apiKey),
    keyHash: hashApiKey(key, apiKey),
  });
  if (!isReplaced) {
    throw conflict(
      'key_changed_meanwhile',
      'Your API key was changed in another window. Reload the page to see the current key.',
    );
  }
  await recordAudit(change, {
    action: replaces === null ? 'created' : 'changed',
    subject: { type: 'api_key', id: user.id, name: user.name },
    old: replaces === null ? {} : { api_key: concealed },
    new: { api_key: concealed },
  });
}

/** Returns the user's own key, or null if the user has none. */
export async function readOwnKey(
  { db, key }: Context,
  workspace: WorkspaceId,
  user: UserId,
): Promise<string | null> {
  const stored = await db.read(workspace, (transaction) => selectKey(transaction, workspace, user));
  return stored ? openApiKey(key, stored.sealedKey) : null;
}

/** Short enough to be useless to others, and enough to tell two keys apart. */
const shownCharacters = 4;

/** Returns the end of the user's own key, and who used the key in the last 30 days (spec/rest-api §1.5). */
export async function viewOwnKey(
  { db, key, clock }: Context,
  workspace: WorkspaceId,
  user: UserId,
): Promise<{ endsWith: string | null; allowedAddresses: readonly string[]; uses: KeyUse[] }> {
  const since = new Date(clock.now().getTime() - keptMs);
  const [stored, uses] = await db.read(workspace, (transaction) =>
    Promise.all([
      selectKey(transaction, workspace, user),
      selectUses(transaction, workspace, user, since, maxUses),
    ]),
  );
  return {
    endsWith: stored ? openApiKey(key, stored.sealedKey).slice(-shownCharacters) : null,
    allowedAddresses: stored?.allowedAddresses ?? [],
    uses,
  };
}

/**
 * Sets the IP addresses that the user's key is accepted from; an empty list allows any (spec/rest-api §1.10).
 * They also apply to a key that replaces this one.
 */
export async function limitOwnKey(
  change: Change,
  user: { readonly id: UserId; readonly name: string },
  addresses: readonly string[],
): Promise<void> {
  const { transaction, workspace } = change;
  const stored = await selectKey(transaction, workspace, user.id);
  if (!stored) throw new HarkError('not-found', 'no_api_key', 'You have no API key. Create one first.');
  if (stored.allowedAddresses.join() === addresses.join()) return;
  await updateAllowedAddresses(transaction, workspace, user.id, addresses);
  await recordAudit(change, {
    action: 'changed',
    subject: { type: 'api_key', id: user.id, name: user.name },
    old: { allowed_addresses: stored.allowedAddresses },
    new: { allowed_addresses: addresses },
  });
}

/**
 * Administrators see whether a user has a key and who used it, but never the key itself (spec/rest-api §7.3).
 */
export async function viewKeyOf(
  { transaction, clock }: { transaction: Transaction; clock: Clock },
  workspace: WorkspaceId,
  user: UserId,
): Promise<{ exists: boolean; allowedAddresses: readonly string[]; uses: KeyUse[] }> {
  const since = new Date(clock.now().getTime() - keptMs);
  const [stored, uses] = await Promise.all([
    selectKey(transaction, workspace, user),
    selectUses(transaction, workspace, user, since, maxUses),
  ]);
  return { exists: stored !== undefined, allowedAddresses: stored?.allowedAddresses ?? [], uses };
}

/**
 * Removes the user's key, which becomes invalid when the transaction commits. It isn't an error if there is
 * no key.
 */
export async function removeKeyOf(
  change: Change,
  user: { readonly id: UserId; readonly name: string },
): Promise<void> {
  if (!(await deleteKey(change.transaction, change.workspace, user.id))) return;
  await recordAudit(change, {
    action: 'deleted',
    subject: { type: 'api_key', id: user.id, name: user.name },
    old: { api_key: concealed },
    new: {},
  });
}
