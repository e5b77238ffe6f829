import { hkdfSync } from 'node:crypto';
import { fault } from '../errors.ts';
import { openBytes, sealBytes } from './seal-bytes.ts';
import type { Secret } from './secret.ts';

/** Shorter keys can be guessed; `hark up` creates one of 43 characters. */
export const minimumKeyLength = 32;

/** The installation's key. `number` identifies it in the database. */
export interface InstallationKey {
  readonly number: number;
  readonly secret: Secret;
  /** Set during a key rotation: the other of the two keys. Some values are encrypted with it. */
  readonly other?: Secret | undefined;
}

/** Derives a separate key for each purpose, so a value encrypted for one purpose can't be used for another. */
export function deriveKey(secret: Secret, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret.reveal(), 'hark', purpose, 32));
}

const version = (number: number, purpose: string) => `hark/${number}/${purpose}`;

/**
 * Encrypts with AES-256-GCM. The result starts with the key's number, so keys can be rotated while both are in
 * use. Number and purpose are authenticated, so an encrypted value can't be used in another place.
 */
export function seal(key: InstallationKey, purpose: string, plain: string): string {
  const sealed = sealBytes(deriveKey(key.secret, purpose), version(key.number, purpose), Buffer.from(plain));
  return `${key.number}.${sealed.toString('base64url')}`;
}

export function keyNumberOf(sealed: string): number {
  return Number(sealed.slice(0, sealed.indexOf('.')));
}

/** Decrypts a value that `seal` encrypted for this purpose. Returns undefined for any other string. */
export function tryOpen(key: InstallationKey, purpose: string, sealed: string): string | undefined {
  try {
    return open(key, purpose, sealed);
  } catch {
    return undefined;
  }
}

/** Decrypts a value that `seal` encrypted. Throws if no key matches or the value was changed. */
export function open(key: InstallationKey, purpose: string, sealed: string): string {
  const number = keyNumberOf(sealed);
  // The number is authenticated, so only the key with this number can decrypt it.
  const secret = number === key.number ? key.secret : key.other;
  if (!secret)
    throw fault(
      'key_number_unknown',
      `This value was encrypted with key number ${number}, which this process does not have.`,
    );
  const bytes = Buffer.from(sealed.slice(sealed.indexOf('.') + 1), 'base64url');
  return openBytes(deriveKey(secret, purpose), version(number, purpose), bytes).toString('utf8');
}
