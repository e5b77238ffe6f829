import { randomBytes, scryptSync } from 'node:crypto';
import { type InstallationKey, open, seal } from '../../lib/crypto/installation-key.ts';
import { Secret } from '../../lib/crypto/secret.ts';
import { invalid } from '../../lib/errors.ts';

/**
 * A stolen file can be attacked offline. A short passphrase would be found, no matter how expensive each
 * guess is.
 */
const minPassphraseLength = 12;
/** A guess takes about a third of a second and 128 MiB. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const purpose = 'workspace-file-check';
const known = 'hark';

/** What the file stores about its key. The key can't be derived from it without the passphrase. */
export interface FileKeyHint {
  readonly salt: string;
  /** A known string, encrypted. Only the right passphrase decrypts it. */
  readonly check: string;
}

/** Derives a new key for the secrets in a file. */
export function makeFileKey(passphrase: Secret): { key: InstallationKey; hint: FileKeyHint } {
  if (passphrase.reveal().length < minPassphraseLength)
    throw invalid(
      'passphrase_too_short',
      `The passphrase must have at least ${minPassphraseLength} characters.`,
    );
  const salt = randomBytes(16).toString('base64url');
  const key = keyFrom(passphrase, salt);
  return { key, hint: { salt, check: seal(key, purpose, known) } };
}

/** Derives an existing file's key. Throws if the passphrase is wrong. */
export function findFileKey(passphrase: Secret, { salt, check }: FileKeyHint): InstallationKey {
  const key = keyFrom(passphrase, salt);
  try {
    if (open(key, purpose, check) === known) return key;
  } catch {
    // The error is reported below.
  }
  throw invalid('wrong_passphrase', 'The passphrase is wrong: the file was encrypted with another one.');
}

const keyFrom = (passphrase: Secret, salt: string): InstallationKey => ({
  number: 0,
  secret: new Secret(
    scryptSync(passphrase.reveal(), Buffer.from(salt, 'base64url'), 32, cost).toString('base64url'),
  ),
});
