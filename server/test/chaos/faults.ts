import type { Plan, Target } from './plan.ts';
import type { Stage } from './stage.ts';

/** Something that happens to the product, and whether callers may notice. */
export interface Fault {
  readonly name: string;
  /** For the sum of kills. */
  readonly kills?: Target;
  /** Without `serve` or PostgreSQL nothing can be accepted; without the rest everything must be. */
  readonly isNoticed: boolean;
  strike(stage: Stage, wait: (ms: number) => Promise<void>): Promise<void>;
}

const kill = (target: Target): Fault => ({
  name: `${target} killed`,
  kills: target,
  isNoticed: target === 'serve' || target === 'postgres',
  strike: (stage) => stage.kill(target),
});

const stopEngine = (forMs: number): Fault => ({
  name: 'engine stopped',
  isNoticed: false,
  strike: (stage, wait) => stage.stopEngine(forMs, wait),
});

const freezeWorker = (forMs: number): Fault => ({
  name: 'work frozen',
  isNoticed: false,
  strike: (stage, wait) => stage.freezeWorker(forMs, wait),
});

const emptyEngine: Fault = {
  name: 'engine emptied',
  isNoticed: false,
  strike: (stage) => stage.emptyEngine(),
};

/** All faults of a plan, in the order in which they happen. */
export const faultsOf = (plan: Plan): readonly Fault[] => [
  ...Array.from({ length: plan.killsOfEach }, () => plan.targets.map(kill)).flat(),
  ...(plan.engineStoppedForMs === undefined ? [] : [stopEngine(plan.engineStoppedForMs)]),
  ...(plan.isEngineEmptied ? [emptyEngine] : []),
  // Last: from then on there are two workers.
  ...(plan.workerFrozenForMs === undefined ? [] : [freezeWorker(plan.workerFrozenForMs)]),
];
