import type { LeadField, Operator } from '../../lead-fields/index.ts';
import { columnTypeOf, isNumeric, textKey, valueKey } from '../record/lead-keys.ts';
import { type Condition, type Filter, listOperator, opposites } from './filter.ts';

/** A lead as the REST API returns it. */
type ShownLead = Readonly<Record<string, unknown>>;

/**
 * Returns whether a lead matches a filter, like a search does (spec/rest-api §6.4). A search compares stored leads in
 * the database; this compares a lead as it was when something happened to it.
 */
export function matchesFilter(filter: Filter, lead: ShownLead): boolean {
  if ('all' in filter) return filter.all.every((one) => matchesFilter(one, lead));
  if ('any' in filter) return filter.any.some((one) => matchesFilter(one, lead));
  return matchesCondition(filter, lead);
}

type Comparable = string | number;

/** A negative operator matches if no entry of the field matches its opposite, so it also matches an empty field. */
function matchesCondition({ field, operator, values }: Condition, lead: ShownLead): boolean {
  const positive = opposites.get(operator);
  const entries = entriesOf(lead[field.alias]).map((entry) => comparableOf(field, entry));
  const wanted = values.map((value) => comparableOf(field, value));
  const matches = comparisons[listOperator(field, positive ?? operator)];
  const isMatch = entries.some((entry) => matches?.(entry, wanted) ?? false);
  return positive === undefined ? isMatch : !isMatch;
}

const entriesOf = (value: unknown): readonly unknown[] => {
  if (value === null || value === undefined || value === '') return [];
  return Array.isArray(value) ? value : [value];
};

function comparableOf(field: LeadField, value: unknown): Comparable {
  if (field.customId !== null) {
    const { key, number } = valueKey(field, value as string);
    return isNumeric(field) ? (number ?? 0) : (key ?? '');
  }
  const type = columnTypeOf(field);
  if (type === 'bigint') return Number(value);
  return type === 'timestamp' ? new Date(String(value)).getTime() : textKey(String(value));
}

/** Orders text like the database: by code point, which is the order of its bytes in UTF-8. */
const order = (a: Comparable, b: Comparable = ''): number =>
  typeof a === 'number' ? a - Number(b) : Buffer.compare(Buffer.from(a), Buffer.from(String(b)));

type Matches = (entry: Comparable, wanted: readonly Comparable[]) => boolean;

const comparisons: Partial<Record<Operator, Matches>> = {
  eq: (entry, [wanted]) => entry === wanted,
  in: (entry, wanted) => wanted.includes(entry),
  gt: (entry, [wanted]) => order(entry, wanted) > 0,
  gte: (entry, [wanted]) => order(entry, wanted) >= 0,
  lt: (entry, [wanted]) => order(entry, wanted) < 0,
  lte: (entry, [wanted]) => order(entry, wanted) <= 0,
  between: (entry, [from, to]) => order(entry, from) >= 0 && order(entry, to) <= 0,
  contains: (entry, [wanted]) => String(entry).includes(String(wanted)),
  begins_with: (entry, [wanted]) => String(entry).startsWith(String(wanted)),
  ends_with: (entry, [wanted]) => String(entry).endsWith(String(wanted)),
  is_not_empty: () => true,
};
