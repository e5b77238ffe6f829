import { findDefinition, stepTypes } from '../steps/step-types.ts';
import type { Path } from './compile-tree.ts';

/** A step as its author wrote it, which may be malformed. */
export type WrittenStep = Readonly<Record<string, unknown>>;

export const childKeys: readonly string[] = [
  ...new Set(stepTypes.flatMap(({ children = [] }) => children.map(({ key }) => key))),
];

export interface FlatStep {
  /** Undefined if the item isn't an object. */
  readonly step: WrittenStep | undefined;
  readonly path: Path;
  /** The variables of the enclosing loops. */
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
    const inside = childKeys.flatMap((key) => {
      const list = step[key];
      if (!Array.isArray(list)) return [];
      return flattenWritten(list, [...place, key], [...loops, ...variablesIn(step, key)], isDisabled);
    });
    return [{ step, path: place, loops, isDisabled }, ...inside];
  });
}

export const isObject = (value: unknown): value is WrittenStep => typeof value === 'object' && value !== null;

/** Returns the loop variable that the steps under a key can read, if any. */
function variablesIn({ type, ...written }: WrittenStep, key: string): string[] {
  const definition = findDefinition(type);
  const as = definition?.children?.find((list) => list.key === key)?.loop?.as;
  if (as === undefined) return [];
  const name = written[as];
  return [typeof name === 'string' ? name : String(definition?.settings[as]?.schema.parse(undefined))];
}

export const withoutChildren = (step: WrittenStep): WrittenStep =>
  Object.fromEntries(Object.entries(step).filter(([key]) => !childKeys.includes(key)));

export const isLoop = ({ type }: WrittenStep): boolean =>
  findDefinition(type)?.children?.some(({ loop }) => loop) ?? false;
