/** Where a run stands (decisions 4); the last three are final. */
export const runStatuses = ['queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof runStatuses)[number];

/** What a run may use up (decisions 4, design of the engine 8). Beyond, it fails and says which. */
export const runLimits = {
  steps: 10_000,
  storedBytes: 16 * 1024 * 1024,
  valueBytes: 1024 * 1024,
  loopItems: 1_000,
  waitMs: 366 * 24 * 3_600_000,
  depth: 10,
} as const;

/** A worker that goes on with a run writes something of it at least this often, or the run counts as overdue. */
export const runLeaseMs = 60_000;
