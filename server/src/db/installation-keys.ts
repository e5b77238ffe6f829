import { fault } from '../lib/errors.ts';
import { type InstallationKey, keyNumberOf, open, seal } from '../lib/installation-key.ts';
import type { Secret } from '../lib/secret.ts';

const purpose = 'installation-key-check';
const known = 'hark';

/** What the database keeps to recognise its key: a known text that only the right key opens. */
export function makeCheckValue(key: InstallationKey): string {
  return seal(key, purpose, known);
}

/**
 * The installation's key with the number that this database knows it by. A key that does not fit is refused before
 * anything is written: values encrypted with two unrelated keys side by side could never be told apart again.
 */
export function recogniseKey(secretKey: Secret, checkValues: readonly string[]): InstallationKey {
  for (const checkValue of checkValues) {
    const key = { number: keyNumberOf(checkValue), secret: secretKey };
    if (opens(key, checkValue)) return key;
  }
  throw fault(
    'wrong_installation_key',
    'SECRET_KEY does not fit this database: it was set up with another key. Start with the key it was set up with (by SECRET_KEY, SECRET_KEY_FILE or the file secret-key in HARK_DATA_DIR); nothing was changed.',
  );
}

function opens(key: InstallationKey, checkValue: string): boolean {
  try {
    return open(key, purpose, checkValue) === known;
  } catch {
    return false;
  }
}
