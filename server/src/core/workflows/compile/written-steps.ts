import { findDefinition, stepTypes } from '../steps/step-types.ts';
import type { Path } from './compile-tree.ts';

/** A step as its author wrote it, which may be malformed. */
export type WrittenStep = Readonly<Record<string, unknown>>;

const childKeys: readonly string[] = [
  ...new Set(stepTypes.flatMap(({ children = [] }) => children.map(({ key }) => key))),
];

/** A list of steps inside a step. */
interface WrittenList {
  readonly key: string;
  /** Where the list is in the step. */
  readonly path: Path;
  readonly steps: readonly unknown[];
}

/** Returns the lists of steps inside a step: its child steps, and the steps that handle its failure. */
export const listsIn = (step: WrittenStep): WrittenList[] => [
  ...childKeys.flatMap((key) => {
    const steps = step[key];
    return Array.isArray(steps) ? [{ key, path: [key], steps }] : [];
  }),
  ...(hasHandler(step) ? [{ key: 'on_error', path: ['on_error', 'steps'], steps: step.on_error.steps }] : []),
];

/** Replaces the steps in every list inside a step. */
export const mapLists = (
  step: WrittenStep,
  change: (steps: readonly unknown[]) => readonly unknown[],
): WrittenStep => {
  const changed = listsIn(step).map(({ key, steps }) => [
    key,
    key === 'on_error' ? { steps: change(steps) } : change(steps),
  ]);
  return { ...step, ...Object.fromEntries(changed) };
};

const hasHandler = (
  step: WrittenStep,
): step is WrittenStep & { readonly on_error: { readonly steps: readonly unknown[] } } =>
  isObject(step.on_error) && Array.isArray(step.on_error.steps);

export interface FlatStep {
  /** Undefined if the item isn't an object. */
  readonly step: WrittenStep | undefined;
  readonly path: Path;
  /** The variables of the enclosing loops, and of the failure that the steps around it handle. */
  readonly loops: readonly string[];
  /** Whether the step, or a step around it, is disabled. */
  readonly isDisabled: boolean;
}

/**
 * Returns every step and its child steps, from top to bottom. Looks for the child keys of all types, so it
 * also finds the child steps of a step with an invalid type.
 */
export function flattenWritten(
  steps: readonly unknown[],
  path: Path = [],
  loops: readonly string[] = [],
  isAroundDisabled = false,
): FlatStep[] {
  return steps.flatMap((step, index) => {
    const place = [...path, index];
    if (!isObject(step)) return [{ step: undefined, path: place, loops, isDisabled: isAroundDisabled }];
    const isDisabled = isAroundDisabled || step.disabled === true;
    const inside = listsIn(step).flatMap((list) =>
      flattenWritten(
        list.steps,
        [...place, ...list.path],
        [...loops, ...variablesIn(step, list.key)],
        isDisabled,
      ),
    );
    return [{ step, path: place, loops, isDisabled }, ...inside];
  });
}

export const isObject = (value: unknown): value is WrittenStep => typeof value === 'object' && value !== null;

/** Returns the variable that only the steps in a list can read: a loop's item, or the failure that they handle. */
function variablesIn({ type, ...written }: WrittenStep, key: string): string[] {
  if (key === 'on_error') return [failureVariable];
  const definition = findDefinition(type);
  const as = definition?.children?.find((list) => list.key === key)?.loop?.as;
  if (as === undefined) return [];
  const name = written[as];
  return [typeof name === 'string' ? name : String(definition?.settings[as]?.schema.parse(undefined))];
}

/** The variable that contains the failure in `on_error.steps` (spec/runs §2.9). */
export const failureVariable = 'error';

export function withoutChildren(step: WrittenStep): WrittenStep {
  const keys = new Set([...childKeys, ...listsIn(step).map(({ key }) => key)]);
  return Object.fromEntries(Object.entries(step).filter(([key]) => !keys.has(key)));
}

export const isLoop = ({ type }: WrittenStep): boolean =>
  findDefinition(type)?.children?.some(({ loop }) => loop) ?? false;

/** Returns every string in a value, with its path. */
export function textsIn(value: unknown, path: Path): { readonly path: Path; readonly text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (Array.isArray(value)) return value.flatMap((one: unknown, index) => textsIn(one, [...path, index]));
  return isObject(value) ? Object.entries(value).flatMap(([key, one]) => textsIn(one, [...path, key])) : [];
}
