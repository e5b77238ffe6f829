/** The processes that can be killed with SIGKILL. */
export const targets = ['serve', 'work', 'engine', 'postgres'] as const;
export type Target = (typeof targets)[number];

/** How many faults one run causes, and how much load it sends. */
export interface Plan {
  readonly form: 'quick' | 'full' | 'cluster';
  /** Run three engine nodes instead of one, and kill one at a time. */
  readonly isEngineCluster: boolean;
  readonly targets: readonly Target[];
  /** The number of kills per target. The targets take turns. */
  readonly killsOfEach: number;
  /** Load continues until this many requests were accepted, even after the last fault. */
  readonly minAccepted: number;
  readonly deliveriesPerSecond: number;
  /** How long the engine is stopped. If undefined, it isn't stopped. */
  readonly engineStoppedForMs: number | undefined;
  /**
   * How long a worker is frozen: longer than the sweeper waits before it gives a run to another worker. If
   * undefined, no worker is frozen.
   */
  readonly workerFrozenForMs: number | undefined;
  /** Whether the engine loses all its data. */
  readonly isEngineEmptied: boolean;
  /** The pause after each fault, before the next one. */
  readonly calmMs: number;
  /**
   * After the load has stopped: how long to wait while nothing finishes. Runs that are left then count as unfinished.
   */
  readonly stalledAfterMs: number;
}

/** The plan for CI. It takes under two minutes, including startup. */
export const quickPlan: Plan = {
  form: 'quick',
  isEngineCluster: false,
  targets,
  killsOfEach: 3,
  minAccepted: 5_000,
  deliveriesPerSecond: 110,
  engineStoppedForMs: 20_000,
  workerFrozenForMs: undefined,
  isEngineEmptied: false,
  calmMs: 500,
  stalledAfterMs: 60_000,
};

/** The plan for a release. */
export const fullPlan: Plan = {
  form: 'full',
  isEngineCluster: false,
  targets,
  killsOfEach: 20,
  minAccepted: 50_000,
  deliveriesPerSecond: 80,
  engineStoppedForMs: 60_000,
  workerFrozenForMs: 40_000,
  isEngineEmptied: true,
  calmMs: 500,
  stalledAfterMs: 120_000,
};

/** The plan with three engine nodes, each of which is killed twice. */
export const clusterPlan: Plan = {
  form: 'cluster',
  isEngineCluster: true,
  targets: ['engine'],
  killsOfEach: 6,
  minAccepted: 5_000,
  deliveriesPerSecond: 80,
  engineStoppedForMs: undefined,
  workerFrozenForMs: undefined,
  isEngineEmptied: false,
  calmMs: 5_000,
  stalledAfterMs: 120_000,
};
