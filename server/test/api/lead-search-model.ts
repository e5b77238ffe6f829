import type { Random } from '../harness/seeded-random.ts';
import type { LeadValues, ModelLead } from './lead-model.ts';

type TextAlias = 'first_name' | 'company' | 'email' | 'note' | 'reference';
const textAliases: readonly TextAlias[] = ['first_name', 'company', 'email', 'note', 'reference'];

/** A filter condition as sent to the API, and a predicate for the leads that it should match. */
export interface ModelCondition {
  readonly sent: unknown;
  readonly holds: (values: LeadValues) => boolean;
}

const textOperators: Readonly<Record<string, (value: string | null, wanted: string) => boolean>> = {
  eq: (value, wanted) => value === wanted,
  neq: (value, wanted) => value !== wanted,
  gt: (value, wanted) => value !== null && value > wanted,
  lte: (value, wanted) => value !== null && value <= wanted,
  contains: (value, wanted) => value?.includes(wanted) ?? false,
  not_contains: (value, wanted) => !value?.includes(wanted),
  begins_with: (value, wanted) => value?.startsWith(wanted) ?? false,
  not_begins_with: (value, wanted) => !value?.startsWith(wanted),
  ends_with: (value, wanted) => value?.endsWith(wanted) ?? false,
  not_ends_with: (value, wanted) => !value?.endsWith(wanted),
};

/** Generates a random condition with a value from `texts`, which includes strings from leads that the user can't see. */
function randomCondition(random: Random, texts: readonly string[]): ModelCondition {
  const kind = random.pick(10);
  if (kind === 0) {
    const value = random.pick(10);
    return {
      sent: { alias: 'score', operator: 'gte', value },
      holds: ({ score }) => score !== null && score >= value,
    };
  }
  const alias = random.oneOf(textAliases);
  if (kind === 1) return { sent: { alias, operator: 'is_empty' }, holds: (values) => values[alias] === null };
  if (kind === 2) {
    const value = random.oneOf(texts).toLowerCase();
    return {
      sent: { alias: 'tags', operator: 'in', value: [value] },
      holds: ({ tags }) => tags.some((tag) => tag.toLowerCase() === value),
    };
  }
  if (kind === 3) {
    const value = [random.oneOf(texts), random.oneOf(texts)];
    return {
      sent: { alias, operator: 'in', value },
      holds: (values) => value.some((one) => one.toLowerCase() === lower(values[alias])),
    };
  }
  const operator = random.oneOf(Object.keys(textOperators));
  const whole = random.oneOf(texts);
  const value = random.chance(50) ? whole : whole.slice(0, 1 + random.pick(whole.length));
  const holds = textOperators[operator];
  return {
    sent: { alias, operator, value },
    holds: (values) => holds?.(lower(values[alias]), value.toLowerCase()) ?? false,
  };
}

const lower = (text: string | null) => text?.toLowerCase() ?? null;

/** Generates random search filters: none, or up to three conditions joined by `all` or `any`. One of them can be a group. */
export function randomFilter(random: Random, texts: readonly string[]) {
  const conditions = Array.from({ length: random.pick(4) }, () => randomCondition(random, texts));
  const match = random.oneOf(['all', 'any'] as const);
  const [first, ...rest] = conditions;
  const isGrouped = first !== undefined && random.chance(20);
  const sent = isGrouped
    ? [{ all: [first.sent] }, ...rest.map((one) => one.sent)]
    : conditions.map((one) => one.sent);
  const holds = (values: LeadValues) =>
    conditions.length === 0 ||
    (match === 'all'
      ? conditions.every((one) => one.holds(values))
      : conditions.some((one) => one.holds(values)));
  return { sent: { filters: sent, match }, holds };
}

/**
 * A sort order as sent to the API, and the leads in the expected order: empty values come last, ties are broken by
 * ID, and descending is the exact reverse of ascending.
 */
export function randomOrder(random: Random) {
  const alias = random.oneOf([
    'id',
    'first_name',
    'company',
    'email',
    'note',
    'reference',
    'score',
    'owner_id',
  ] as const);
  const isDescending = random.chance(40);
  const keyOf = (lead: ModelLead): string | number | null => {
    const value = alias === 'id' ? lead.id : lead.values[alias];
    return typeof value === 'string' ? value.toLowerCase() : value;
  };
  const sort = (leads: readonly ModelLead[]) => {
    const ascending = leads.toSorted((a, b) => compare(keyOf(a), keyOf(b)) || a.id - b.id);
    return isDescending ? ascending.reverse() : ascending;
  };
  return { orderBy: isDescending ? `-${alias}` : alias, sort };
}

function compare(a: string | number | null, b: string | number | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}
