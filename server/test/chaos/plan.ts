/** What can be killed with SIGKILL: the programs that the product consists of. */
export const targets = ['serve', 'work', 'engine', 'postgres'] as const;
export type Target = (typeof targets)[number];

/** How much is done to the product in one run. */
export interface Plan {
  readonly form: 'quick' | 'full' | 'cluster';
  /** The engine is three nodes, of which one at a time is killed, instead of one. */
  readonly isEngineCluster: boolean;
  readonly targets: readonly Target[];
  /** Of each target, in turns. */
  readonly killsOfEach: number;
  /** Load goes on until so many deliveries were accepted, also after the last fault. */
  readonly leastAccepted: number;
  readonly deliveriesPerSecond: number;
  /** Undefined: it is not stopped. */
  readonly engineStoppedForMs: number | undefined;
  /** Longer than the sweeper waits before it gives a run to somebody else; undefined: no worker is frozen. */
  readonly workerFrozenForMs: number | undefined;
  /** The engine loses everything that it knew. */
  readonly isEngineEmptied: boolean;
  /** After each fault, before the next one. */
  readonly calmMs: number;
  /** How long the runs may take to end when the load is over; what is not final then is unfinished. */
  readonly drainTimeoutMs: number;
}

/** In CI: under two minutes, start included. */
export const quickPlan: Plan = {
  form: 'quick',
  isEngineCluster: false,
  targets,
  killsOfEach: 3,
  leastAccepted: 5_000,
  deliveriesPerSecond: 110,
  engineStoppedForMs: 20_000,
  workerFrozenForMs: undefined,
  isEngineEmptied: false,
  calmMs: 500,
  drainTimeoutMs: 120_000,
};

/** For a release. */
export const fullPlan: Plan = {
  form: 'full',
  isEngineCluster: false,
  targets,
  killsOfEach: 20,
  leastAccepted: 50_000,
  deliveriesPerSecond: 80,
  engineStoppedForMs: 60_000,
  workerFrozenForMs: 40_000,
  isEngineEmptied: true,
  calmMs: 500,
  drainTimeoutMs: 600_000,
};

/** The engine as three nodes, each of them killed twice. */
export const clusterPlan: Plan = {
  form: 'cluster',
  isEngineCluster: true,
  targets: ['engine'],
  killsOfEach: 6,
  leastAccepted: 5_000,
  deliveriesPerSecond: 80,
  engineStoppedForMs: undefined,
  workerFrozenForMs: undefined,
  isEngineEmptied: false,
  calmMs: 5_000,
  drainTimeoutMs: 180_000,
};
