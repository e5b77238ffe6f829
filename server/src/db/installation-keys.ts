import { type InstallationKey, keyNumberOf, open, seal } from '../lib/crypto/installation-key.ts';
import type { Secret } from '../lib/crypto/secret.ts';
import { fault } from '../lib/errors.ts';

const purpose = 'installation-key-check';
const known = 'hark';

/** What the database keeps to recognise its key: a known text that only the right key opens. */
export function makeCheckValue(key: InstallationKey): string {
  return seal(key, purpose, known);
}

/** The keys that a process was given: its own and, while the key is changed, the one before. */
export interface GivenKeys {
  readonly secretKey: Secret;
  readonly previousKey?: Secret | undefined;
}

/**
 * The installation's key with the number that this database knows it by: the new one as soon as the database knows it, until then
 * the one before. A key that does not fit is refused before anything is written: values encrypted with two unrelated keys side by
 * side could never be told apart again.
 */
export function recogniseKey(
  { secretKey, previousKey }: GivenKeys,
  checkValues: readonly string[],
): InstallationKey {
  const [present, previous] = [secretKey, previousKey].map(
    (secret) => secret && numberOf(secret, checkValues),
  );
  // Who has one of two keys would meet values that he cannot read, and write some that others cannot.
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

/** The number by which the database knows a key, if it does. */
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
