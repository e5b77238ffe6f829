import { type CommonSettings, stepTypes } from '../../../api/step-types.gen.ts';

/** A step as stored. Settings that the step's type doesn't define are kept unchanged. */
export interface WrittenStep extends CommonSettings {
  readonly name: string;
  readonly type: string;
  readonly [key: string]: unknown;
}

/** The path of a step, such as `[0, 'then', 2]`, or of a list of steps, such as `[0, 'then']`. */
export type StepPath = readonly (string | number)[];

/** A loop that contains a field: the name of the item variable, and the expression that returns the list. */
export interface LoopAround {
  readonly as: string;
  readonly items: unknown;
}

/** The props of a component that edits a step's settings. */
export interface FieldsProps {
  readonly step: WrittenStep;
  readonly path: StepPath;
  readonly loops: readonly LoopAround[];
  readonly onChange: (step: WrittenStep, about: string) => void;
}

const childLists = ({ type }: WrittenStep) => stepTypes[type]?.children ?? [];

/** Returns the step as a loop around its inner list, if it is one. */
function loopsIn(step: WrittenStep, key: string): readonly LoopAround[] {
  const loop = childLists(step).find((list) => list.key === key)?.loop;
  return loop ? [{ as: String(step[loop.as] ?? 'item'), items: step[loop.items] ?? null }] : [];
}

/** The key of the list with the steps that handle a failure. */
export const failureKey = 'on_error';

/** Returns the keys of the lists that are part of a step's type: the sides of a branch, or the steps of a loop. */
export const childKeysOf = (step: WrittenStep): readonly string[] => childLists(step).map(({ key }) => key);

/** Returns the keys of a step's inner lists. */
export const listsOf = (step: WrittenStep): readonly string[] => [
  ...childKeysOf(step),
  ...(typeof step.on_error === 'object' && step.on_error !== null ? [failureKey] : []),
];

export const innerSteps = (step: WrittenStep, key: string): readonly WrittenStep[] => {
  const list = key === failureKey ? (Object(step.on_error) as { steps?: unknown }).steps : step[key];
  return Array.isArray(list) ? (list as WrittenStep[]) : [];
};

/** Converts a path from the server, where the steps that handle a failure are in `on_error.steps`. */
export const builderPathOf = (path: StepPath): StepPath =>
  path.filter((part, index) => !(part === 'steps' && path[index - 1] === failureKey));

export const stepText = (path: StepPath): string => path.join('.');
export const stepPath = (text: string): StepPath =>
  text === '' ? [] : text.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/** Returns the list at a path. The path ends with the list's key; an empty path means the workflow's top-level list. */
function listAt(steps: readonly WrittenStep[], path: StepPath): readonly WrittenStep[] {
  if (path.length === 0) return steps;
  const step = stepAt(steps, path.slice(0, -1));
  return step ? innerSteps(step, String(path.at(-1))) : [];
}

export function stepAt(steps: readonly WrittenStep[], path: StepPath): WrittenStep | undefined {
  return path.length === 0 ? undefined : listAt(steps, path.slice(0, -1))[Number(path.at(-1))];
}

/** Returns a copy of the steps in which the list at a path is changed. */
function withList(
  steps: readonly WrittenStep[],
  path: StepPath,
  change: (list: readonly WrittenStep[]) => readonly WrittenStep[],
): readonly WrittenStep[] {
  if (path.length === 0) return change(steps);
  const [index, key, ...rest] = path;
  return steps.map((step, at) =>
    at === index
      ? withInnerList(step, String(key), withList(innerSteps(step, String(key)), rest, change))
      : step,
  );
}

/** Returns the step with a changed inner list. If the list is optional and empty, it is removed. */
function withInnerList(step: WrittenStep, key: string, list: readonly WrittenStep[]): WrittenStep {
  if (key === failureKey) return { ...step, on_error: list.length > 0 ? { steps: list } : 'continue' };
  const isOptional = childLists(step).some((one) => one.key === key && !one.isRequired);
  if (list.length > 0 || !isOptional) return { ...step, [key]: list };
  const { [key]: _, ...rest } = step;
  return rest as WrittenStep;
}

export const replaceStep = (steps: readonly WrittenStep[], path: StepPath, step: WrittenStep) =>
  withList(steps, path.slice(0, -1), (list) => list.map((one, at) => (at === path.at(-1) ? step : one)));

export const removeStep = (steps: readonly WrittenStep[], path: StepPath) =>
  withList(steps, path.slice(0, -1), (list) => list.filter((_, at) => at !== path.at(-1)));

export const insertStep = (
  steps: readonly WrittenStep[],
  list: StepPath,
  at: number,
  ...added: readonly WrittenStep[]
) => withList(steps, list, (current) => current.toSpliced(at, 0, ...added));

/** Whether no step can run after this one in its list. A disabled Stop step is skipped. */
export const endsRun = (step: WrittenStep | undefined): boolean =>
  step?.type === 'stop' && step.disabled !== true;

/** Returns every step with its path, in display order. */
export function allSteps(
  steps: readonly WrittenStep[],
  base: StepPath = [],
): { step: WrittenStep; path: StepPath }[] {
  return steps.flatMap((step, index) => {
    const path = [...base, index];
    return [
      { step, path },
      ...listsOf(step).flatMap((key) => allSteps(innerSteps(step, key), [...path, key])),
    ];
  });
}

/** Returns an unused name: the wanted name, with a number appended if the name is taken. */
export function freeName(steps: readonly WrittenStep[], wanted: string): string {
  const taken = new Set(allSteps(steps).map(({ step }) => step.name));
  if (!taken.has(wanted)) return wanted;
  for (let number = 2; ; number++) if (!taken.has(`${wanted}_${number}`)) return `${wanted}_${number}`;
}

/** Copies steps and the steps inside them, giving each copy an unused name. */
export function copiesOf(steps: readonly WrittenStep[], copied: readonly WrittenStep[]): WrittenStep[] {
  let known = steps;
  const rename = (one: WrittenStep): WrittenStep => {
    const name = freeName(known, one.name);
    known = [...known, { name, type: 'stop' }];
    return listsOf(one).reduce((copy, key) => withInnerList(copy, key, innerSteps(one, key).map(rename)), {
      ...one,
      name,
    });
  };
  return copied.map(rename);
}

/**
 * Moves a step up or down by one position. At the start or end of an inner list, moves it out of the list.
 * @returns undefined if the step can't move
 */
export function moveStep(
  steps: readonly WrittenStep[],
  path: StepPath,
  by: -1 | 1,
): { steps: readonly WrittenStep[]; path: StepPath } | undefined {
  const [list, index] = [path.slice(0, -1), Number(path.at(-1))];
  const step = stepAt(steps, path);
  if (!step) return undefined;
  const target = index + by;
  const without = removeStep(steps, path);
  if (target >= 0 && target <= listAt(without, list).length) {
    return { steps: insertStep(without, list, target, step), path: [...list, target] };
  }
  if (list.length === 0) return undefined;
  const outer = list.slice(0, -1);
  const place = Number(outer.at(-1)) + (by === 1 ? 1 : 0);
  return {
    steps: insertStep(without, outer.slice(0, -1), place, step),
    path: [...outer.slice(0, -1), place],
  };
}

/** Moves a step to the end of another list, unless that list is inside the step itself. */
export const moveTo = (steps: readonly WrittenStep[], path: StepPath, list: StepPath) =>
  placeStep(steps, path, list, listAt(steps, list).length);

/** Moves a step to a position in a list, unless that list is inside the step itself. */
export function placeStep(steps: readonly WrittenStep[], path: StepPath, list: StepPath, at: number) {
  const step = stepAt(steps, path);
  if (!step || `${stepText(list)}.`.startsWith(`${stepText(path)}.`)) return undefined;
  // While the step is inserted, a placeholder keeps its old position, so that no path changes.
  const hole: WrittenStep = { name: '', type: 'stop' };
  const added = insertStep(replaceStep(steps, path, hole), list, at, step);
  const left = allSteps(added).find((one) => one.step === hole);
  const placed = left ? removeStep(added, left.path) : added;
  const found = allSteps(placed).find((one) => one.step === step);
  return found && { steps: placed, path: found.path };
}

/** Returns the steps that have run by the time a step starts: those above it, and the steps around it. */
export function stepsBefore(steps: readonly WrittenStep[], path: StepPath): readonly WrittenStep[] {
  const [index, key, ...rest] = path;
  const above = allSteps(steps.slice(0, Number(index))).map(({ step }) => step);
  const around = steps[Number(index)];
  if (!around || key === undefined) return above;
  return [...above, around, ...stepsBefore(innerSteps(around, String(key)), rest)];
}

/** Splits the path of a field into its step and the rest, such as `['url']`. */
export function ownerOf(
  steps: readonly WrittenStep[],
  path: StepPath,
): { step: WrittenStep; path: StepPath; rest: StepPath } | undefined {
  const [index, key, ...rest] = path;
  const step = typeof index === 'number' ? steps[index] : undefined;
  if (!step) return undefined;
  const inner =
    key !== undefined && listsOf(step).includes(String(key))
      ? ownerOf(innerSteps(step, String(key)), rest)
      : undefined;
  if (inner) return { ...inner, path: [Number(index), String(key), ...inner.path] };
  return { step, path: [Number(index)], rest: path.slice(1) };
}

/**
 * Returns how many columns a list needs if every branch has its two sides next to each other. If they are even, the
 * narrower side gets the same width as the other one.
 */
export const columnsOf = (steps: readonly WrittenStep[], isEven = false): number =>
  Math.max(
    1,
    ...steps.map((step) => {
      const widths = childKeysOf(step).map((key) => columnsOf(innerSteps(step, key), isEven));
      const width = isEven
        ? widths.length * Math.max(0, ...widths)
        : widths.reduce((sum, one) => sum + one, 0);
      return Math.max(width, columnsOf(innerSteps(step, failureKey), isEven));
    }),
  );

/** Returns the loops around the step at a path, outermost first. */
export function loopsAround(steps: readonly WrittenStep[], path: StepPath): readonly LoopAround[] {
  const [index, key, ...rest] = path;
  const step = steps[Number(index)];
  if (!step || key === undefined) return [];
  return [...loopsIn(step, String(key)), ...loopsAround(innerSteps(step, String(key)), rest)];
}
