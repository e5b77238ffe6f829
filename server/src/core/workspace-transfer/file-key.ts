import { randomBytes, scryptSync } from 'node:crypto';
import { type InstallationKey, open, seal } from '../../lib/crypto/installation-key.ts';
import { Secret } from '../../lib/crypto/secret.ts';
import { invalid } from '../../lib/errors.ts';

/** A stolen file can be attacked offline; a short passphrase would be found at any cost per guess. */
const shortestPassphrase = 12;
/** About a third of a second and 128 MiB per guess. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const purpose = 'workspace-file-check';
const known = 'hark';

/** Stored in the file; does not contain the key. */
export interface FileKeyHint {
  readonly salt: string;
  /** A known text that only the right passphrase decrypts. */
  readonly check: string;
}

/** Derives a new key for the secrets in a file. */
export function makeFileKey(passphrase: Secret): { key: InstallationKey; hint: FileKeyHint } {
  if (passphrase.reveal().length < shortestPassphrase)
    throw invalid(
      'passphrase_too_short',
      `The passphrase must have at least ${shortestPassphrase} characters.`,
    );
  const salt = randomBytes(16).toString('base64url');
  const key = keyFrom(passphrase, salt);
  return { key, hint: { salt, check: seal(key, purpose, known) } };
}

/** Derives the key of an existing file; rejects a wrong passphrase. */
export function findFileKey(passphrase: Secret, { salt, check }: FileKeyHint): InstallationKey {
  const key = keyFrom(passphrase, salt);
  try {
    if (open(key, purpose, check) === known) return key;
  } catch {
    // Reported below.
  }
  throw invalid('wrong_passphrase', 'The passphrase is not the one that this file was written with.');
}

const keyFrom = (passphrase: Secret, salt: string): InstallationKey => ({
  number: 0,
  secret: new Secret(
    scryptSync(passphrase.reveal(), Buffer.from(salt, 'base64url'), 32, cost).toString('base64url'),
  ),
});
