import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { fault } from '../errors.ts';
import type { Secret } from './secret.ts';

/** Shorter keys can be guessed; `hark up` makes one of 43 characters. */
export const minimumKeyLength = 32;

/** The installation's key: what values are encrypted with, and the number that the database knows it by. */
export interface InstallationKey {
  readonly number: number;
  readonly secret: Secret;
  /** While the key is changed: the other one, with which values may still, or already, be encrypted. */
  readonly other?: Secret | undefined;
}

/** A key of its own for one purpose, so that no value made for one can be used for another. */
export function deriveKey(secret: Secret, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret.reveal(), 'hark', purpose, 32));
}

const version = (number: number, purpose: string) => Buffer.from(`hark/${number}/${purpose}`);

/**
 * Encrypts a text at rest (AES-256-GCM). The result begins with the number of its key, so that keys can be
 * changed while both are in use; number and purpose are authenticated, so a value cannot be moved elsewhere.
 */
export function seal(key: InstallationKey, purpose: string, plain: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(key.secret, purpose), iv);
  cipher.setAAD(version(key.number, purpose));
  const sealed = Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${key.number}.${sealed.toString('base64url')}`;
}

/** The number of the key that a sealed text was made with. */
export function keyNumberOf(sealed: string): number {
  return Number(sealed.slice(0, sealed.indexOf('.')));
}

/** Decrypts what `seal` made for this purpose; undefined for anything else that a caller may have sent. */
export function tryOpen(key: InstallationKey, purpose: string, sealed: string): string | undefined {
  try {
    return open(key, purpose, sealed);
  } catch {
    return undefined;
  }
}

/** Decrypts what `seal` made; throws when no key fits or the text was changed. */
export function open(key: InstallationKey, purpose: string, sealed: string): string {
  const number = keyNumberOf(sealed);
  // Its number is authenticated, so it opens with the key that has this number or not at all.
  const secret = number === key.number ? key.secret : key.other;
  if (!secret) throw fault('key_number_unknown', `This value was encrypted with key number ${number}.`);
  const bytes = Buffer.from(sealed.slice(sealed.indexOf('.') + 1), 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret, purpose), bytes.subarray(0, 12));
  decipher.setAAD(version(number, purpose));
  decipher.setAuthTag(bytes.subarray(-16));
  return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
}
