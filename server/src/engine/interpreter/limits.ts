/** Maximum number of steps in one transaction. */
export const stepsTogether = 50;
/** Maximum CPU time per transaction, for a single run and for a batch. */
export const maxPassMs = 250;
export const maxBatchMs = 1_000;
/**
 * A shorter wait stays in the worker's memory. A longer one ends the segment, and the waiting run costs only a
 * database row.
 */
export const maxNapMs = 30_000;
/**
 * After this long, a segment ends and the run continues in a new one. So an upgrade never has to keep old
 * code running for more than a few minutes.
 */
export const maxSegmentMs = 60_000;
