import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fault } from '../../lib/errors.ts';
import { minimumKeyLength } from '../../lib/installation-key.ts';
import { Secret } from '../../lib/secret.ts';

const fileIn = (dataDir: string) => join(dataDir, 'secret-key');

/** The key that `hark up` keeps in the data directory, if it made one there. */
export function readKeptKey(dataDir: string): Secret | undefined {
  let text: string;
  try {
    text = readFileSync(fileIn(dataDir), 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw fault('secret_key_unreadable', `${fileIn(dataDir)} cannot be read. Let this user read it.`, error);
  }
  if (text.length < minimumKeyLength) {
    throw fault(
      'secret_key_damaged',
      `${fileIn(dataDir)} does not hold a whole key. Restore it from a backup.`,
    );
  }
  return new Secret(text);
}

/** Makes a key of 256 random bits and keeps it where only this user reads it; never replaces one that is there. */
export function makeKeptKey(dataDir: string): Secret {
  const key = randomBytes(32).toString('base64url');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(fileIn(dataDir), `${key}\n`, { mode: 0o600, flag: 'wx' });
  return new Secret(key);
}
