import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minimumKeyLength } from '../../lib/crypto/installation-key.ts';
import { Secret } from '../../lib/crypto/secret.ts';
import { fault } from '../../lib/errors.ts';

/** `secret-key-previous` exists only during a key rotation. */
type KeyFile = 'secret-key' | 'secret-key-previous';

/** Returns the key that `hark up` created in the data directory, if any. */
export function readKeptKey(dataDir: string, name: KeyFile = 'secret-key'): Secret | undefined {
  const file = join(dataDir, name);
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw fault(
      'secret_key_unreadable',
      `${file} can't be read. Make it readable for the user that runs Hark.`,
      error,
    );
  }
  if (text.length < minimumKeyLength) {
    throw fault('secret_key_damaged', `${file} doesn't contain a complete key. Restore it from a backup.`);
  }
  return new Secret(text);
}

/** Creates a key of 256 random bits that only this OS user can read. Never replaces an existing key. */
export function makeKeptKey(dataDir: string): Secret {
  const key = randomBytes(32).toString('base64url');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, 'secret-key'), `${key}\n`, { mode: 0o600, flag: 'wx' });
  return new Secret(key);
}
