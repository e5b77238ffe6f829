import type { UpkeepDatabase } from '../../db/upkeep-database.ts';
import { purgeExpired } from './password-link-store.ts';

const maxAtOnce = 1_000;

/** Removes links that are expired, batch by batch. */
export async function purgeLinks(upkeep: UpkeepDatabase, now: Date): Promise<void> {
  while ((await upkeep.run((transaction) => purgeExpired(transaction, now, maxAtOnce))) === maxAtOnce);
}
