import { type InstallationKey, keyNumberOf, open, seal } from '../lib/crypto/installation-key.ts';
import type { Secret } from '../lib/crypto/secret.ts';
import { fault } from '../lib/errors.ts';

const purpose = 'installation-key-check';
const known = 'hark';

/** Encrypts a constant that the database stores to recognize its key: only the right key decrypts it. */
export function makeCheckValue(key: InstallationKey): string {
  return seal(key, purpose, known);
}

export interface GivenKeys {
  readonly secretKey: Secret;
  readonly previousKey?: Secret | undefined;
}

/**
 * Returns the current key with its number. Rejects an unknown key before anything is written, because values
 * encrypted with two unrelated keys could never be distinguished.
 */
export function recogniseKey(
  { secretKey, previousKey }: GivenKeys,
  checkValues: readonly string[],
): InstallationKey {
  const [present, previous] = [secretKey, previousKey].map(
    (secret) => secret && numberOf(secret, checkValues),
  );
  // A process with only one of the two keys couldn't read some of the stored values, and would write values
  // that other processes can't read.
  const known = [present, previous].filter((number) => number !== undefined).length;
  if (known > 0 && known < checkValues.length) {
    throw fault(
      'rekey_unfinished',
      'A key rotation is in progress. Start with both SECRET_KEY and SECRET_KEY_PREVIOUS until `hark rekey` reports completion.',
    );
  }
  if (present !== undefined) return { number: present, secret: secretKey, other: previousKey };
  if (previous !== undefined && previousKey)
    return { number: previous, secret: previousKey, other: secretKey };
  throw fault(
    'wrong_installation_key',
    "SECRET_KEY doesn't match this database, which was set up with another key; nothing was changed. Provide the original key with SECRET_KEY, SECRET_KEY_FILE or the file secret-key in HARK_DATA_DIR.",
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
