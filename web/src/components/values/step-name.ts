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

/** Returns the display name of a run's step, and of the item that it ran for in a loop. */
export function stepParts(path: string): { readonly title: string; readonly item?: string } {
  const turns = iterationsOf(path);
  const [name = path] = path.split('#');
  const title = stepTitle(name);
  return turns.length === 0
    ? { title }
    : { title, item: runsTexts.item(turns.map((turn) => turn + 1).join('.')) };
}

/** Returns the display name of a run's step in one text. */
export function stepName(path: string): string {
  const { title, item } = stepParts(path);
  return item === undefined ? title : `${title} · ${item}`;
}

/** Returns a run's error for people. The other server's own words say most about the cause, so they come first. */
export function failureText(error: string, message: string | null = null): string {
  // An error starts with the name of the step that failed, unless it is the message of a Stop step.
  const [, name, cause = error] = /^([a-z][a-z0-9_]*): (.+)$/s.exec(error) ?? [];
  const words = message === null ? cause : runsTexts.quoted(message, cause);
  return name === undefined ? words : `${stepTitle(name)}: ${words}`;
}
