import { type NewIds, withoutNewIds } from './new-ids.ts';

type Scalar = string | number | boolean | null;

export interface FieldDifference {
  /** Where the value is, such as `respond.body.total`. */
  readonly field: string;
  /** Null if there is no value. */
  readonly published: Scalar;
  readonly draft: Scalar;
}

/** A value, and the new IDs of the run that it is from. */
export interface Side {
  readonly value: unknown;
  readonly ids: NewIds;
}

/** Returns the values that differ, field by field. A missing value equals null (spec/shadow §3.1). */
export function diffFields(field: string, published: Side, draft: Side): FieldDifference[] {
  const [old, now] = [flatten(field, published.value), flatten(field, draft.value)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((path) => {
    const [before, after] = [old.get(path) ?? null, now.get(path) ?? null];
    if (before === after || withoutNewIds(before, published.ids) === withoutNewIds(after, draft.ids))
      return [];
    return [{ field: path, published: before, draft: after }];
  });
}

/** Returns each text, number and boolean under its path. */
function flatten(path: string, value: unknown, found = new Map<string, Scalar>()): Map<string, Scalar> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) flatten(`${path}[${index}]`, item, found);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) flatten(`${path}.${key}`, item, found);
  } else found.set(path, (value ?? null) as Scalar);
  return found;
}
