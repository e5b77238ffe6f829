import { stepTypes } from '../../../api/step-types.gen.ts';

/** A step as it is written; what its type does not know is kept as it is. */
export interface WrittenStep {
  readonly name: string;
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Where a step or a list of steps stands: `[0, 'then', 2]`, `[0, 'then']`. */
export type StepPath = readonly (string | number)[];

/** A loop around a field: what its item is called, and the list as it is written. */
export interface LoopAround {
  readonly as: string;
  readonly items: unknown;
}

/** A step whose settings are edited. */
export interface FieldsProps {
  readonly step: WrittenStep;
  readonly path: StepPath;
  readonly loops: readonly LoopAround[];
  readonly onChange: (step: WrittenStep, about: string) => void;
}

const childLists = ({ type }: WrittenStep) => stepTypes[type]?.children ?? [];

/** The loops around the steps under a key: those around their step, and the step itself if it is one. */
export function loopsIn(
  step: WrittenStep,
  key: string,
  around: readonly LoopAround[],
): readonly LoopAround[] {
  const loop = childLists(step).find((list) => list.key === key)?.loop;
  if (!loop) return around;
  return [...around, { as: String(step[loop.as] ?? 'item'), items: step[loop.items] ?? null }];
}

/** The keys under which a step has other steps. */
export const listsOf = (step: WrittenStep): readonly string[] => childLists(step).map(({ key }) => key);

export const innerSteps = (step: WrittenStep, key: string): readonly WrittenStep[] => {
  const list = step[key];
  return Array.isArray(list) ? (list as WrittenStep[]) : [];
};

export const stepText = (path: StepPath): string => path.join('.');
export const stepPath = (text: string): StepPath =>
  text === '' ? [] : text.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/** The list at a path, which ends with its key; the empty path is the workflow itself. */
function listAt(steps: readonly WrittenStep[], path: StepPath): readonly WrittenStep[] {
  if (path.length === 0) return steps;
  const step = stepAt(steps, path.slice(0, -1));
  return step ? innerSteps(step, String(path.at(-1))) : [];
}

export function stepAt(steps: readonly WrittenStep[], path: StepPath): WrittenStep | undefined {
  return path.length === 0 ? undefined : listAt(steps, path.slice(0, -1))[Number(path.at(-1))];
}

/** The same steps with another list at a path. */
function withList(
  steps: readonly WrittenStep[],
  path: StepPath,
  change: (list: readonly WrittenStep[]) => readonly WrittenStep[],
): readonly WrittenStep[] {
  if (path.length === 0) return change(steps);
  const [index, key, ...rest] = path;
  return steps.map((step, at) =>
    at === index ? holding(step, String(key), withList(innerSteps(step, String(key)), rest, change)) : step,
  );
}

/** A list that may be missing is left out rather than empty. */
function holding(step: WrittenStep, key: string, list: readonly WrittenStep[]): WrittenStep {
  const isOptional = childLists(step).some((one) => one.key === key && !one.isRequired);
  if (list.length > 0 || !isOptional) return { ...step, [key]: list };
  const { [key]: _, ...rest } = step;
  return rest as WrittenStep;
}

export const replaceStep = (steps: readonly WrittenStep[], path: StepPath, step: WrittenStep) =>
  withList(steps, path.slice(0, -1), (list) => list.map((one, at) => (at === path.at(-1) ? step : one)));

export const removeStep = (steps: readonly WrittenStep[], path: StepPath) =>
  withList(steps, path.slice(0, -1), (list) => list.filter((_, at) => at !== path.at(-1)));

export const insertStep = (steps: readonly WrittenStep[], list: StepPath, at: number, step: WrittenStep) =>
  withList(steps, list, (present) => present.toSpliced(at, 0, step));

/** Every step with its path, from top to bottom as they are shown. */
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

/** A name that no step has: the wanted one, or that with a number. */
export function freeName(steps: readonly WrittenStep[], wanted: string): string {
  const taken = new Set(allSteps(steps).map(({ step }) => step.name));
  if (!taken.has(wanted)) return wanted;
  for (let number = 2; ; number++) if (!taken.has(`${wanted}_${number}`)) return `${wanted}_${number}`;
}

/** A copy under free names, also of the steps inside it. */
export function copyOf(steps: readonly WrittenStep[], step: WrittenStep): WrittenStep {
  let known = steps;
  const rename = (one: WrittenStep): WrittenStep => {
    const name = freeName(known, one.name);
    known = [...known, { name, type: 'stop' }];
    const inner = Object.fromEntries(listsOf(one).map((key) => [key, innerSteps(one, key).map(rename)]));
    return { ...one, ...inner, name };
  };
  return rename(step);
}

/** One place up or down; at the end of its list it leaves the step that it stands in. @returns undefined when it cannot */
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

/** To the end of another list, which is not inside the step itself. */
export function moveTo(steps: readonly WrittenStep[], path: StepPath, list: StepPath) {
  const step = stepAt(steps, path);
  if (!step || stepText(list).startsWith(`${stepText(path)}.`)) return undefined;
  const added = insertStep(steps, list, listAt(steps, list).length, step);
  const moved = removeStep(added, path);
  const found = allSteps(moved).find((one) => one.step === step);
  return found && { steps: moved, path: found.path };
}
