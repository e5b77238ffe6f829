import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minimumKeyLength } from '../../lib/crypto/installation-key.ts';
import { Secret } from '../../lib/crypto/secret.ts';
import { fault } from '../../lib/errors.ts';

/** The second one exists during a key rotation. */
type KeyFile = 'secret-key' | 'secret-key-previous';

/** The key that `hark up` created in the data directory, if any. */
export function readKeptKey(dataDir: string, name: KeyFile = 'secret-key'): Secret | undefined {
  const file = join(dataDir, name);
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw fault('secret_key_unreadable', `${file} cannot be read. Let this user read it.`, error);
  }
  if (text.length < minimumKeyLength) {
    throw fault('secret_key_damaged', `${file} does not hold a whole key. Restore it from a backup.`);
  }
  return new Secret(text);
}

/** 256 random bits that only this OS user can read; never replaces an existing key. */
export function makeKeptKey(dataDir: string): Secret {
  const key = randomBytes(32).toString('base64url');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, 'secret-key'), `${key}\n`, { mode: 0o600, flag: 'wx' });
  return new Secret(key);
}
