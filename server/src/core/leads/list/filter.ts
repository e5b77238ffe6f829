import { HarkError, invalidField } from '../../../lib/errors.ts';
import { shown } from '../../../lib/shown.ts';
import { type FieldValue, type LeadField, type Operator, typeOf } from '../../lead-fields/index.ts';

/** The max conditions in a filter (spec/limits §2). */
const maxConditions = 50;
const maxGroups = 50;
/** The max values across all conditions. A search compares every lead it scans with each value. */
const maxValues = 1_000;
const maxGroupDepth = 5;

export interface Condition {
  readonly field: LeadField;
  readonly operator: Operator;
  readonly values: readonly NonNullable<FieldValue>[];
}

export type Filter = Condition | { readonly all: readonly Filter[] } | { readonly any: readonly Filter[] };

type Fields = ReadonlyMap<string, LeadField>;

const refuse = (message: string) => new HarkError('invalid', 'bad_filter', message, { field: 'filters' });

/**
 * Parses a filter (spec/rest-api §6.4). An unknown key is an error; otherwise a typo would return all leads.
 */
export function readFilter(filters: unknown, match: unknown, fields: Fields): Filter {
  if (filters !== undefined && !Array.isArray(filters)) throw refuse('filters: must be a list.');
  if (match !== undefined && match !== 'all' && match !== 'any')
    throw invalidField('bad_filter', 'match', 'must be all or any.');
  const budget = { conditions: maxConditions, groups: maxGroups, values: maxValues };
  const list = (filters ?? []).map((entry: unknown) => readEntry(entry, fields, 1, budget));
  return match === 'any' && list.length > 0 ? { any: list } : { all: list };
}

/** How many more conditions and values a filter may have. */
interface Budget {
  conditions: number;
  groups: number;
  values: number;
}

function readEntry(entry: unknown, fields: Fields, depth: number, budget: Budget): Filter {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    throw refuse(
      'filters: each entry must be an object with alias, operator and value, or a group with all or any.',
    );
  }
  const { all, any } = entry as Record<string, unknown>;
  if (all === undefined && any === undefined)
    return readCondition(entry as Record<string, unknown>, fields, budget);
  const group = all ?? any;
  if (Object.keys(entry).length !== 1 || !Array.isArray(group)) {
    throw refuse('filters: a group must have exactly one key, all or any, with a list.');
  }
  if (depth >= maxGroupDepth)
    throw refuse(`filters: groups can be nested at most ${maxGroupDepth} levels deep.`);
  if (--budget.groups < 0) throw refuse(`filters: at most ${maxGroups} groups are allowed.`);
  const inner = group.map((one) => readEntry(one, fields, depth + 1, budget));
  return all === undefined ? { any: inner } : { all: inner };
}

function readCondition(entry: Record<string, unknown>, fields: Fields, budget: Budget): Condition {
  if (--budget.conditions < 0) throw refuse(`filters: at most ${maxConditions} conditions are allowed.`);
  const { alias, operator, value } = inOneForm(entry);
  const field = typeof alias === 'string' ? fields.get(alias) : undefined;
  const operators = field ? typeOf(field).operators : [];
  if (!field || operators.length === 0)
    throw refuse(`filters: there is no filterable field "${shown(alias)}".`);
  if (!isOneOf(operators, operator)) {
    const known = listOr(operators);
    throw refuse(
      operator === undefined
        ? `filters: ${field.alias} needs an operator: ${known}.`
        : `filters: ${field.alias} has no operator "${shown(operator)}". Use ${known}.`,
    );
  }
  const values = readValues(field, operator, value);
  budget.values -= values.length;
  if (budget.values < 0)
    throw refuse(`filters: at most ${maxValues} values are allowed in all conditions together.`);
  return { field, operator, values };
}

/**
 * Normalizes an entry. Some clients nest the operator in the value: {alias, value: {input, operator}}
 * (spec/rest-api §6.4).
 */
function inOneForm(entry: Record<string, unknown>): Record<'alias' | 'operator' | 'value', unknown> {
  const keys = Object.keys(entry);
  const { value } = entry;
  if (
    !Object.hasOwn(entry, 'operator') &&
    typeof value === 'object' &&
    value !== null &&
    Object.hasOwn(value, 'operator')
  ) {
    const { input, operator } = value as Record<string, unknown>;
    requireKeys([...keys, ...Object.keys(value)], ['alias', 'value', 'input', 'operator']);
    return { alias: entry.alias, operator, value: input };
  }
  requireKeys(keys, ['alias', 'operator', 'value']);
  return { alias: entry.alias, operator: entry.operator, value };
}

function requireKeys(keys: readonly string[], known: readonly string[]): void {
  const unknown = keys.find((key) => !known.includes(key));
  if (unknown !== undefined) throw refuse(`filters: "${shown(unknown)}" isn't a filter key.`);
}

const listOr = (words: readonly string[]) => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** The negative operators. Each matches if its opposite doesn't. */
export const opposites: ReadonlyMap<Operator, Operator> = new Map([
  ['neq', 'eq'],
  ['not_in', 'in'],
  ['not_contains', 'contains'],
  ['not_begins_with', 'begins_with'],
  ['not_ends_with', 'ends_with'],
  ['is_empty', 'is_not_empty'],
]);

/** Replaces `contains` for lists: a list contains a word if one of its entries equals that word. */
export const listOperator = (field: LeadField, operator: Operator): Operator =>
  typeOf(field).isList && operator === 'contains' ? 'eq' : operator;

const isOneOf = (operators: readonly Operator[], operator: unknown): operator is Operator =>
  operators.includes(operator as Operator);

/** Reads an operator's values. `in` accepts at most as many values as a page can have records. */
function readValues(field: LeadField, operator: Operator, raw: unknown): NonNullable<FieldValue>[] {
  if (operator === 'is_empty' || operator === 'is_not_empty') return [];
  if (operator === 'in' || operator === 'not_in' || operator === 'between') {
    const isRight = Array.isArray(raw) && (operator === 'between' ? raw.length === 2 : raw.length <= 100);
    if (!isRight) {
      const wanted = operator === 'between' ? 'a list of two values' : 'a list of at most 100 values';
      throw refuse(`filters: ${field.alias} ${operator} needs ${wanted}.`);
    }
    return raw.map((one) => readComparand(field, operator, one));
  }
  return [readComparand(field, operator, raw)];
}

function readComparand(field: LeadField, operator: Operator, raw: unknown): NonNullable<FieldValue> {
  if (raw === '' || raw === null || raw === undefined)
    throw refuse(`filters: ${field.alias} ${operator} needs a value; use is_empty to find empty fields.`);
  return typeOf(field).readComparand(field, raw);
}
