/** The states of a run (spec/runs §3.1); the last three are final. */
export const runStatuses = ['queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof runStatuses)[number];

/** The limits of a run (spec/limits §4). A run that exceeds one fails and names it. */
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
