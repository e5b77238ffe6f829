/** How long to measure. */
export interface Effort {
  readonly rounds: number;
  /** Seconds per rate and round. */
  readonly seconds: number;
  /** Requests per growth figure, side and round, and the maximum time for all of them together. */
  readonly requests: number;
  readonly maxSeconds: number;
  /** Requests with the wide filter, per round. */
  readonly wideRequests: number;
  /** Edits per round when the number of bytes per edit is measured. */
  readonly edits: number;
  /** How many runs the large workspace has while the lists of runs are measured. */
  readonly largeRuns: number;
}

export const fullEffort: Effort = {
  rounds: 5,
  seconds: 6,
  requests: 200,
  maxSeconds: 30,
  wideRequests: 5,
  edits: 2_000,
  largeRuns: 1_000_000,
};
export const quickEffort: Effort = {
  rounds: 3,
  seconds: 0.7,
  requests: 30,
  maxSeconds: 3,
  wideRequests: 3,
  edits: 200,
  largeRuns: 30_000,
};
export const connections = 16;
