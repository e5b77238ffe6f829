/** How long is measured. */
export interface Effort {
  readonly rounds: number;
  /** Of each rate, in each round. */
  readonly seconds: number;
  /** Of each growth figure, side and round; and the most time that they may take together. */
  readonly requests: number;
  readonly mostSeconds: number;
  /** How often the wide filter is asked in a round. */
  readonly wideRequests: number;
  /** Edits whose bytes are counted, in each round. */
  readonly edits: number;
}

export const fullEffort: Effort = {
  rounds: 5,
  seconds: 6,
  requests: 200,
  mostSeconds: 30,
  wideRequests: 5,
  edits: 2_000,
};
export const quickEffort: Effort = {
  rounds: 3,
  seconds: 0.7,
  requests: 30,
  mostSeconds: 3,
  wideRequests: 3,
  edits: 200,
};
export const connections = 16;
