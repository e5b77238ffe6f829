import { randomBytes, scryptSync } from 'node:crypto';
import { type InstallationKey, open, seal } from '../../lib/crypto/installation-key.ts';
import { Secret } from '../../lib/crypto/secret.ts';
import { invalid } from '../../lib/errors.ts';

/** A stolen file can be tried against guessed passphrases: a short one would fall whatever each guess costs. */
const shortestPassphrase = 12;
/** About a third of a second and 128 MiB for each guess. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const purpose = 'workspace-file-check';
const known = 'hark';

/** What a file says about its key: never the key. */
export interface FileKeyHint {
  readonly salt: string;
  /** A known text that only the right passphrase opens. */
  readonly check: string;
}

/** The key under which a file carries what is secret, with what the file says about it. */
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

/** The key of a file that is there; refuses another passphrase. */
export function findFileKey(passphrase: Secret, { salt, check }: FileKeyHint): InstallationKey {
  const key = keyFrom(passphrase, salt);
  try {
    if (open(key, purpose, check) === known) return key;
  } catch {
    // Said below.
  }
  throw invalid('wrong_passphrase', 'The passphrase is not the one that this file was written with.');
}

const keyFrom = (passphrase: Secret, salt: string): InstallationKey => ({
  number: 0,
  secret: new Secret(
    scryptSync(passphrase.reveal(), Buffer.from(salt, 'base64url'), 32, cost).toString('base64url'),
  ),
});
