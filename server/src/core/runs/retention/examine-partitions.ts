import type { Database } from '../../../db/database.ts';
import { readPartitionState } from './partition-store.ts';

const fewestWeeks = 2;

/** A week without a partition would put every run into the one that takes what fits nowhere. */
export async function examinePartitions(db: Database): Promise<string> {
  const { weeksReady, defaultBytes } = await readPartitionState(db);
  if (weeksReady < fewestWeeks) {
    throw new Error(
      `Runs have partitions for ${weeksReady} weeks only. Look at the log of \`work\`, and run \`hark migrate\`.`,
    );
  }
  if (defaultBytes === 0) return `${weeksReady} weeks are ready, and no run is outside of them`;
  throw new Error(
    'Runs are in the partition runs_default, where no week is: a clock was wrong. See operating.md.',
  );
}
