import { isDeepStrictEqual } from 'node:util';
import { isObject, listsIn, withoutChildren } from '../compile/written-steps.ts';

/** A value that differs, formatted for display; null if there is no value. */
export interface FieldDifference {
  readonly field: string;
  readonly old: string | null;
  readonly new: string | null;
}

export interface StepDifference {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  readonly name: string;
  /** The old name, if the step was renamed. */
  readonly oldName: string | null;
  readonly type: string;
  /** The enclosing steps, outermost first, such as `check › then`; empty at the top level. */
  readonly place: string;
  readonly fields: readonly FieldDifference[];
}

interface FlatStep {
  readonly name: string;
  readonly type: string;
  readonly place: string;
  readonly index: number;
  /** The step's values, except child steps. */
  readonly values: ReadonlyMap<string, string>;
}

/** Compares two lists of steps. A step is identified by its name. */
export function diffSteps(before: readonly unknown[], after: readonly unknown[]): StepDifference[] {
  const [old, now] = [flatten(before), flatten(after)];
  const renamed = findRenamed(old, now);
  const oldNames = new Set(old.map(({ name }) => name));
  const keptNames = new Set(now.map(({ name }) => renamed.get(name) ?? name));
  const moved = findMoved(old, now, renamed);
  const byName = new Map(old.map((step) => [step.name, step]));
  const present = now.flatMap((step): StepDifference[] => {
    const oldName = renamed.get(step.name) ?? null;
    const was = byName.get(oldName ?? step.name);
    const about = { name: step.name, oldName, type: step.type, place: step.place };
    if (!was || (oldName === null && !oldNames.has(step.name))) {
      return [{ kind: 'added', ...about, fields: diffValues(new Map(), step.values) }];
    }
    const fields = diffValues(was.values, step.values);
    if (fields.length > 0 || oldName !== null) return [{ kind: 'changed', ...about, fields }];
    return moved.has(step.name) ? [{ kind: 'moved', ...about, fields }] : [];
  });
  const gone = old
    .filter(({ name }) => !keptNames.has(name))
    .map(({ name, type, place, values }) => ({
      kind: 'removed' as const,
      name,
      oldName: null,
      type,
      place,
      fields: diffValues(values, new Map()),
    }));
  return [...present, ...gone];
}

function flatten(steps: readonly unknown[], place = ''): FlatStep[] {
  return steps.flatMap((step, index) => {
    if (!isObject(step)) return [];
    const { name, type, ...rest } = withoutChildren(step);
    const values = new Map<string, string>();
    for (const [key, value] of Object.entries(rest)) collect(value, key, values);
    const flat = { name: String(name), type: String(type), place, index, values };
    const inner = listsIn(step).flatMap(({ key, steps: inside }) => {
      const where = key === 'steps' ? flat.name : `${flat.name} › ${key}`;
      return flatten(inside, place === '' ? where : `${place} › ${where}`);
    });
    return [flat, ...inner];
  });
}

/** Collects each string, number or boolean under its path. */
function collect(value: unknown, path: string, values: Map<string, string>): void {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) {
    values.set(path, typeof value === 'string' ? value : JSON.stringify(value));
    return;
  }
  for (const [key, inner] of Object.entries(value)) collect(inner, `${path}.${key}`, values);
}

function diffValues(old: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): FieldDifference[] {
  const fields = [...new Set([...now.keys(), ...old.keys()])];
  return fields
    .filter((field) => old.get(field) !== now.get(field))
    .map((field) => ({ field, old: old.get(field) ?? null, new: now.get(field) ?? null }));
}

/**
 * Treats a new step with the same type and values as a removed step as a rename.
 * @returns new name → old name
 */
function findRenamed(old: readonly FlatStep[], now: readonly FlatStep[]): ReadonlyMap<string, string> {
  const names = (steps: readonly FlatStep[]) => new Set(steps.map(({ name }) => name));
  const [oldNames, newNames] = [names(old), names(now)];
  const gone = old.filter(({ name }) => !newNames.has(name));
  const renamed = new Map<string, string>();
  for (const step of now.filter(({ name }) => !oldNames.has(name))) {
    const at = gone.findIndex(
      (one) =>
        one.type === step.type && one.place === step.place && isDeepStrictEqual(one.values, step.values),
    );
    const [was] = at === -1 ? [] : gone.splice(at, 1);
    if (was) renamed.set(step.name, was.name);
  }
  return renamed;
}

/**
 * Returns steps that have a different parent, or a different position among the steps that stayed under the
 * same parent.
 */
function findMoved(
  old: readonly FlatStep[],
  now: readonly FlatStep[],
  renamed: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const placeOf = new Map(old.map(({ name, place, index }) => [name, { place, index }]));
  const moved = new Set<string>();
  const highest = new Map<string, number>();
  for (const { name, place } of now) {
    const was = placeOf.get(renamed.get(name) ?? name);
    if (!was) continue;
    const before = highest.get(place) ?? -1;
    if (was.place !== place || was.index < before) moved.add(name);
    else highest.set(place, was.index);
  }
  return moved;
}
