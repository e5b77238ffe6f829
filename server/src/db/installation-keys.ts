import { type InstallationKey, keyNumberOf, open, seal } from '../lib/crypto/installation-key.ts';
import type { Secret } from '../lib/crypto/secret.ts';
import { fault } from '../lib/errors.ts';

const purpose = 'installation-key-check';
const known = 'hark';

/** The database stores this encrypted constant to recognize its key: only the right key decrypts it. */
export function makeCheckValue(key: InstallationKey): string {
  return seal(key, purpose, known);
}

export interface GivenKeys {
  readonly secretKey: Secret;
  readonly previousKey?: Secret | undefined;
}

/**
 * Returns the current key with its number. Rejects an unknown key before anything is written, because values
 * encrypted with two unrelated keys could never be told apart.
 */
export function recogniseKey(
  { secretKey, previousKey }: GivenKeys,
  checkValues: readonly string[],
): InstallationKey {
  const [present, previous] = [secretKey, previousKey].map(
    (secret) => secret && numberOf(secret, checkValues),
  );
  // With one of two keys, a process couldn't read some values and would write some that others can't read.
  const known = [present, previous].filter((number) => number !== undefined).length;
  if (known > 0 && known < checkValues.length) {
    throw fault(
      'rekey_unfinished',
      'The installation key is being changed. Start with both keys, SECRET_KEY and SECRET_KEY_PREVIOUS, until `hark rekey` says that it is done.',
    );
  }
  if (present !== undefined) return { number: present, secret: secretKey, other: previousKey };
  if (previous !== undefined && previousKey)
    return { number: previous, secret: previousKey, other: secretKey };
  throw fault(
    'wrong_installation_key',
    'SECRET_KEY does not fit this database: it was set up with another key. Start with the key it was set up with (by SECRET_KEY, SECRET_KEY_FILE or the file secret-key in HARK_DATA_DIR); nothing was changed.',
  );
}

export const numberOf = (secret: Secret, checkValues: readonly string[]): number | undefined =>
  checkValues
    .filter((checkValue) => opens({ number: keyNumberOf(checkValue), secret }, checkValue))
    .map(keyNumberOf)[0];

function opens(key: InstallationKey, checkValue: string): boolean {
  try {
    return open(key, purpose, checkValue) === known;
  } catch {
    return false;
  }
}
