import { runsTexts } from '../../texts/runs/runs.ts';

/** Returns the iteration of each loop around a step. `line#0.1` ran in the outer loop's first and the inner loop's second iteration. */
export const iterationsOf = (path: string): number[] => {
  const [, turns] = path.split('#');
  return turns === undefined ? [] : turns.split('.').map(Number);
};

/** Returns a step's name for people: `find_customer` becomes “Find customer”. */
export const stepTitle = (name: string): string => {
  const words = name.replaceAll('_', ' ').trim();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
};

/** Returns the display name of a run's step. */
export function stepName(path: string): string {
  const turns = iterationsOf(path);
  const [name = path] = path.split('#');
  const title = stepTitle(name);
  return turns.length === 0 ? title : runsTexts.stepOfItem(title, turns.map((turn) => turn + 1).join('.'));
}
