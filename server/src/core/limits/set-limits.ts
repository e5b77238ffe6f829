import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { OwnerDatabase } from '../../db/owner-database.ts';
import type { Clock } from '../../lib/clock.ts';
import type { InstallationKey } from '../../lib/crypto/installation-key.ts';
import { invalid } from '../../lib/errors.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import { findBeyond, type LimitName, type Limits, limitNames } from './limits.ts';
import {
  lowerSettings,
  readLimitsIn,
  selectBeyondLimits,
  selectLimits,
  updateLimits,
} from './limits-store.ts';

export async function requireWithinLimits(
  transaction: Transaction,
  settings: Readonly<Partial<Record<LimitName, number | null | undefined>>>,
): Promise<void> {
  const beyond = findBeyond(await selectLimits(transaction), settings);
  if (!beyond) return;
  throw invalid(
    'beyond_limit',
    `settings.${beyond.name} must be at most ${beyond.limit} on this installation. Operators set this limit with \`hark limits\`.`,
  );
}

/** Lowers a new workspace's settings to the limits. */
export async function keepWithinLimits(transaction: Transaction, workspace: WorkspaceId): Promise<void> {
  const limits = await selectLimits(transaction);
  if (limitNames.some((name) => limits[name] !== null)) await lowerSettings(transaction, workspace);
}

/** Describes the limits for the operator. */
export async function describeLimits(db: Database): Promise<string> {
  const limits = await readLimitsIn(db);
  const set = limitNames.filter((name) => limits?.[name] != null);
  if (set.length === 0) return 'none: each workspace uses its own settings';
  return set.map((name) => `${name} at most ${limits?.[name]}`).join(', ');
}

interface Setting {
  readonly owner: OwnerDatabase;
  readonly actor: Actor;
  readonly clock: Clock;
  readonly key: InstallationKey;
}

/** Changes limits and, in the same transaction, lowers all settings that exceed them. */
export function setLimits(
  { owner, actor, clock, key }: Setting,
  wanted: Readonly<Partial<Record<LimitName, number | null>>>,
): Promise<{ limits: Limits; lowered: string[] }> {
  return owner.run(async (transaction) => {
    const limits: Limits = { ...(await selectLimits(transaction)), ...wanted };
    await updateLimits(transaction, limits);
    const beyond = await selectBeyondLimits(transaction);
    for (const { id } of beyond) {
      await lowerSettings(transaction, id);
      const limited = limitNames.filter((limit) => limits[limit] !== null);
      await recordAudit(
        { transaction, workspace: id, actor, clock, key },
        {
          action: 'changed',
          subject: { type: 'settings', id, name: 'Settings' },
          old: {},
          new: Object.fromEntries(limited.map((limit) => [`${limit} at most`, limits[limit]])),
        },
      );
    }
    return { limits, lowered: beyond.map(({ name }) => name) };
  });
}

export const readLimits = (owner: OwnerDatabase): Promise<Limits> => owner.run(selectLimits);
