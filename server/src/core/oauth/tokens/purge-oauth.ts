import type { UpkeepDatabase } from '../../../db/upkeep-database.ts';
import type { Clock } from '../../../lib/clock.ts';
import { purgeAccessTokens, purgeCodes, purgeGrants, purgeRequests } from './purge-oauth-store.ts';

const batchRows = 1_000;

/** Removes what has expired or ended, in batches, over all workspaces. */
export async function purgeOAuth(upkeep: UpkeepDatabase, { now }: Clock): Promise<void> {
  for (const purge of [purgeRequests, purgeCodes, purgeAccessTokens, purgeGrants]) {
    for (let count = batchRows; count === batchRows; ) {
      count = await upkeep.run((transaction) => purge(transaction, now(), batchRows));
    }
  }
}
