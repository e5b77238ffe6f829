import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { fault } from '../errors.ts';
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

const version = (number: number, purpose: string) => Buffer.from(`hark/${number}/${purpose}`);

/**
 * Encrypts with AES-256-GCM. The result starts with the key's number, so keys can be rotated while both are in
 * use. Number and purpose are authenticated, so an encrypted value can't be used in another place.
 */
export function seal(key: InstallationKey, purpose: string, plain: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(key.secret, purpose), iv);
  cipher.setAAD(version(key.number, purpose));
  const sealed = Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
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
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret, purpose), bytes.subarray(0, 12));
  decipher.setAAD(version(number, purpose));
  decipher.setAuthTag(bytes.subarray(-16));
  return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
}
