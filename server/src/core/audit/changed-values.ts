import { isDeepStrictEqual } from 'node:util';

type Values = Readonly<Record<string, unknown>>;

/** The values of `wanted` that differ from `present`, old and new side by side; undefined when none does. */
export function changedValues(present: Values, wanted: Values): { old: Values; new: Values } | undefined {
  const keys = Object.keys(wanted).filter((key) => !isDeepStrictEqual(present[key], wanted[key]));
  if (keys.length === 0) return undefined;
  const pick = (values: Values) => Object.fromEntries(keys.map((key) => [key, values[key] ?? null]));
  return { old: pick(present), new: pick(wanted) };
}
