import type { Plan, Target } from './plan.ts';
import type { Stage } from './stage.ts';

/** A fault, and whether callers may notice it. */
export interface Fault {
  readonly name: string;
  /** The process that this fault kills, to count the kills. */
  readonly kills?: Target;
  /**
   * True if callers may notice the fault: without `serve` or PostgreSQL, no request can be accepted. During
   * other faults, every request must be accepted.
   */
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

/** Returns all faults in a plan, in order. */
export const faultsOf = (plan: Plan): readonly Fault[] => [
  ...Array.from({ length: plan.killsOfEach }, () => plan.targets.map(kill)).flat(),
  ...(plan.engineStoppedForMs === undefined ? [] : [stopEngine(plan.engineStoppedForMs)]),
  ...(plan.isEngineEmptied ? [emptyEngine] : []),
  // This fault comes last, because the second worker that it starts keeps running.
  ...(plan.workerFrozenForMs === undefined ? [] : [freezeWorker(plan.workerFrozenForMs)]),
];
