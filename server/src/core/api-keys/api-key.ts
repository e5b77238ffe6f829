import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { deriveKey, type InstallationKey, open, seal } from '../../lib/crypto/installation-key.ts';
import type { Secret } from '../../lib/crypto/secret.ts';
import { makeToken } from '../../lib/crypto/token.ts';

const sealPurpose = 'api-key';
const hashPurpose = 'api-key-hash';

/** 256 random bits in characters that survive a header and a URL, with a prefix that leak scanners recognize. */
export const generateApiKey = (): string => makeToken('key');

/** Where it is stored. */
export const sealedApiKey = { table: 'api_keys', column: 'sealed_key', purpose: sealPurpose } as const;

/** The stored form of a key: Hark can always show the key, a stolen dump can't (spec/rest-api §1.8). */
export const sealApiKey = (key: InstallationKey, apiKey: string): string => seal(key, sealPurpose, apiKey);
export const openApiKey = (key: InstallationKey, sealed: string): string => open(key, sealPurpose, sealed);

/** The keyed hash by which a key is found: equal keys give equal hashes, and nobody without the installation's key can try. */
export const hashApiKey = ({ secret }: Pick<InstallationKey, 'secret'>, apiKey: string): Buffer =>
  createHmac('sha256', hashKeyOf(secret)).update(apiKey).digest();

/** All hashes under which a key may be stored: two while the installation's key is changed. */
export const hashesOfApiKey = (key: InstallationKey, apiKey: string): readonly [Buffer, Buffer] => {
  const present = hashApiKey(key, apiKey);
  return [present, key.other ? hashApiKey({ secret: key.other }, apiKey) : present];
};

const hashKeys = new WeakMap<Secret, KeyObject>();

/** Derived once: every request hashes a key, and deriving costs more than hashing. */
function hashKeyOf(secret: Secret): KeyObject {
  const known = hashKeys.get(secret) ?? createSecretKey(deriveKey(secret, hashPurpose));
  hashKeys.set(secret, known);
  return known;
}
