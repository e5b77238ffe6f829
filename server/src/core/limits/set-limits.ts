import type { OwnerDatabase } from '../../db/owner-database.ts';
import type { Clock } from '../../lib/clock.ts';
import type { InstallationKey } from '../../lib/crypto/installation-key.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import { type LimitName, type Limits, limitNames } from './limits.ts';
import { lowerSettings, selectBeyondLimits, selectLimits, updateLimits } from './limits-store.ts';

interface Setting {
  readonly owner: OwnerDatabase;
  readonly actor: Actor;
  readonly clock: Clock;
  readonly key: InstallationKey;
}

/** Changes the limits that are given, and lowers in the same transaction whatever is beyond them: no setting ever is. */
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
      const told = limitNames.filter((limit) => limits[limit] !== null);
      await recordAudit(
        { transaction, workspace: id, actor, clock, key },
        {
          action: 'changed',
          subject: { type: 'settings', id, name: 'Settings' },
          old: {},
          new: Object.fromEntries(told.map((limit) => [`${limit} at most`, limits[limit]])),
        },
      );
    }
    return { limits, lowered: beyond.map(({ name }) => name) };
  });
}

/** The limits as they are. */
export const readLimits = (owner: OwnerDatabase): Promise<Limits> => owner.run(selectLimits);
