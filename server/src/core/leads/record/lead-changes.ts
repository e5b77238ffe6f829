import { isDeepStrictEqual } from 'node:util';
import type { FieldChange } from '../../history/index.ts';
import type { FieldSet, FieldValue, LeadField } from '../../lead-fields/index.ts';

type Values = ReadonlyMap<string, FieldValue>;

const differs = (before: Values, after: Values) => (alias: string) =>
  !isDeepStrictEqual(before.get(alias) ?? null, after.get(alias) ?? null);

export const changesOf = (before: Values, after: Values): FieldChange[] =>
  [...after.keys()].filter(differs(before, after)).map((alias) => ({
    field: alias,
    old: before.get(alias) ?? null,
    new: after.get(alias) ?? null,
  }));

export function customChanges(
  before: Values,
  after: Values,
  { byAlias }: FieldSet,
): [LeadField, FieldValue][] {
  return [...byAlias.values()]
    .filter((field) => field.customId !== null && differs(before, after)(field.alias))
    .map((field) => [field, after.get(field.alias) ?? null]);
}
