import { setTimeout as sleep } from 'node:timers/promises';
import { makeCheckValue, numberOf, recogniseKey } from '../../db/installation-keys.ts';
import { withOwnerClient } from '../../db/migrations/owner-client.ts';
import { requireOwnSchema } from '../../db/migrations/require-own-schema.ts';
import type { OwnerDatabase } from '../../db/owner-database.ts';
import { loginRoles } from '../../db/tenancy/role-names.ts';
import { changePasswords } from '../../db/tenancy/roles.ts';
import { keyNumberOf } from '../../lib/crypto/installation-key.ts';
import { conflict, fault, invalid } from '../../lib/errors.ts';
import type { Installation } from '../installation/index.ts';
import { deleteOtherKeys, insertKey, lockKeys, selectKeys, selectWithOneKey } from './rekey-store.ts';
import { countOthers, type Progress, resealAll } from './reseal.ts';

/**
 * The time within which every process that has both keys switches to the new one (see `keyFollowedEveryMs`).
 */
const adoptedWithinMs = 6_000;
/** How often a process with both keys checks which one is current. */
export const keyFollowedEveryMs = 2_000;
/**
 * The max rounds, which is more than needed: after the first round, only writes that were in flight when that
 * round started are left.
 */
const maxRounds = 5;

interface Rekeying {
  readonly installation: Installation;
  readonly owner: OwnerDatabase;
  readonly onProgress: Progress;
}

export interface RekeyStatus {
  /**
   * `none`: there is only one key and it is configured. `ready`: both keys are configured, and the old one is
   * still current.
   */
  readonly state: 'none' | 'ready' | 'under way' | 'done';
  readonly keyNumber: number;
  /** How many values aren't encrypted with the current key, by column. */
  readonly left: Readonly<Record<string, number>>;
  /** Connected processes that don't have both keys. */
  readonly withOneKey: readonly string[];
}

/**
 * Rotates the installation key without downtime (docs/design/installation-key.md). After an interruption, the
 * next call resumes the rotation.
 * @returns how many values were encrypted again
 */
export async function rekey({ installation, owner, onProgress }: Rekeying): Promise<number> {
  const { addresses, secretKey, previousKey } = installation;
  if (!previousKey) {
    throw invalid(
      'no_previous_key',
      'Set SECRET_KEY to the new key and SECRET_KEY_PREVIOUS to the old one, here and for every process. Then run this command again.',
    );
  }
  await owner.run(requireOwnSchema);
  await requireBothEverywhere(installation, owner);
  const isNew = await owner.run(async (transaction) => {
    await lockKeys(transaction);
    const values = await selectKeys(transaction);
    recogniseKey(installation, values);
    if (numberOf(secretKey, values) !== undefined) return false;
    const number = Math.max(...values.map(keyNumberOf)) + 1;
    await insertKey(transaction, number, makeCheckValue({ number, secret: secretKey }));
    return true;
  });
  // After this delay, writers that started before they had the new key have finished.
  if (isNew) await sleep(adoptedWithinMs);
  const key = recogniseKey(installation, await owner.run(selectKeys));
  let done = 0;
  for (let round = 0; ; round++) {
    done += await resealAll(owner, key, onProgress);
    if (Object.keys(await countOthers(owner, key.number)).length === 0) break;
    if (round === maxRounds)
      throw fault(
        'rekey_left',
        'New values are still being encrypted with the old key. Check for a running process that has only that key.',
      );
  }
  await requireBothEverywhere(installation, owner);
  await withOwnerClient(addresses.owner, (client) => changePasswords(client, addresses, secretKey));
  await owner.run((transaction) => deleteOtherKeys(transaction, key.number));
  return done;
}

/**
 * Throws if a process has only the old key: it couldn't read new values, and couldn't log in after the
 * rotation.
 */
async function requireBothEverywhere(installation: Installation, owner: OwnerDatabase): Promise<void> {
  const names = await withOneKey(installation, owner);
  if (names.length === 0) return;
  throw conflict(
    'processes_with_one_key',
    `These processes run without SECRET_KEY_PREVIOUS: ${names.join(', ')}. Restart them with both keys first; nothing was changed.`,
  );
}

const withOneKey = (
  { addresses, secretKey, previousKey }: Installation,
  owner: OwnerDatabase,
): Promise<string[]> =>
  owner.run(async (transaction) => {
    // Once the database has only the new key, processes need no other key.
    const values = await selectKeys(transaction);
    const isDone = !previousKey || (values.length === 1 && numberOf(secretKey, values) !== undefined);
    return isDone
      ? []
      : selectWithOneKey(
          transaction,
          loginRoles.map((role) => addresses.roleNames[role]),
        );
  });

/** Returns the state of the rotation. Reads every encrypted value. */
export async function readRekeyStatus({
  installation,
  owner,
}: Omit<Rekeying, 'onProgress'>): Promise<RekeyStatus> {
  const { secretKey, previousKey } = installation;
  const values = await owner.run(selectKeys);
  const { number } = recogniseKey(installation, values);
  const left = await countOthers(owner, number);
  const isNewKnown = numberOf(secretKey, values) !== undefined;
  const names = await withOneKey(installation, owner);
  const state = values.length > 1 ? 'under way' : !previousKey ? 'none' : isNewKnown ? 'done' : 'ready';
  return { state, keyNumber: number, left, withOneKey: names };
}
