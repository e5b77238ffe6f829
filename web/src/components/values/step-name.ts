import { runsTexts } from '../../texts/runs/runs.ts';

/** Returns the iteration of each loop around a step. `line#0.1` ran in the outer loop's first and the inner loop's second iteration. */
export const iterationsOf = (path: string): number[] => {
  const [, turns] = path.split('#');
  return turns === undefined ? [] : turns.split('.').map(Number);
};

/** Returns the display name of a run's step. */
export function stepName(path: string): string {
  const turns = iterationsOf(path);
  const [name = path] = path.split('#');
  return turns.length === 0 ? name : runsTexts.stepOfItem(name, turns.map((turn) => turn + 1).join('.'));
}
