import { setTimeout as sleep } from 'node:timers/promises';
import type { DispatchDatabase } from '../../../db/dispatch-database.ts';
import type { FindStored } from '../accept/accept-queue.ts';
import { selectStoredRuns } from '../dispatch/dispatch-store.ts';

const patienceMs = 10_000;
const retryEveryMs = 250;

/** Looks up runs whose COMMIT got no response. Keeps trying for as long as a database failover takes. */
export const findStoredIn =
  (door: DispatchDatabase): FindStored =>
  async (batch) => {
    const runs = batch.map(({ workspace, id }) => ({ workspace, run: id }));
    for (const end = performance.now() + patienceMs; ; ) {
      try {
        return await selectStoredRuns(door, runs);
      } catch (error) {
        if (performance.now() > end) throw error;
        await sleep(retryEveryMs);
      }
    }
  };
