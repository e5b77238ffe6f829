import { runsTexts } from '../../texts/runs/runs.ts';

/** The turn of each loop around a step: `line#0.1` is in the first turn of one and the second of the loop inside it. */
export const turnsOf = (path: string): number[] => {
  const [, turns] = path.split('#');
  return turns === undefined ? [] : turns.split('.').map(Number);
};

/** What people call a step of a run. */
export function stepName(path: string): string {
  const turns = turnsOf(path);
  const [name = path] = path.split('#');
  return turns.length === 0 ? name : runsTexts.stepOfItem(name, turns.map((turn) => turn + 1).join('.'));
}
