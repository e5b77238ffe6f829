import { overwritten } from './setting-value.ts';

/** One filter of a search for leads. `is_empty` and `is_not_empty` have no value. */
export interface Filter {
  readonly alias: string;
  readonly operator: string;
  readonly value?: unknown;
}

const withoutValue = new Set(['is_empty', 'is_not_empty']);
const withList = new Set(['in', 'not_in']);

/** Returns the filters, if each can be a row: a field, an operator, and a value. */
export function filtersIn(value: unknown): readonly Filter[] | undefined {
  if (value === undefined) return [];
  return Array.isArray(value) && value.every(isFilter) ? value : undefined;
}

function isFilter(entry: unknown): entry is Filter {
  const { alias, operator, value, ...rest } = Object(entry) as Record<string, unknown>;
  if (typeof alias !== 'string' || typeof operator !== 'string' || Object.keys(rest).length > 0) return false;
  if (operator === 'between') return Array.isArray(value) && value.length === 2 && value.every(isSimple);
  if (Array.isArray(value)) return withList.has(operator) && value.every((one) => typeof one === 'string');
  return withoutValue.has(operator) ? value === undefined : isSimple(value);
}

const isSimple = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

export const newFilter = (alias = 'email'): Filter => ({ alias, operator: 'eq', value: '' });

/** Returns the filter with another operator. Its value stays, if the operator has one of the same form. */
export function withOperator({ alias, operator: before, value }: Filter, operator: string): Filter {
  if (withoutValue.has(operator)) return { alias, operator };
  if (operator === 'between')
    return { alias, operator, value: before === 'between' ? value : [value ?? '', ''] };
  const single = Array.isArray(value) ? textOfValue(before === 'between' ? value[0] : value) : (value ?? '');
  return {
    alias,
    operator,
    value: withList.has(operator) ? withText(operator, '', textOfValue(single)) : single,
  };
}

/** Returns a value as text. A list is separated by commas. */
export const textOfValue = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
};

/** Returns the value for a typed text. A template stays a text, because it can return a list. */
export function withText(operator: string, before: unknown, text: string): unknown {
  if (!withList.has(operator)) return overwritten(before, text);
  if (text.includes('{{') || text.trim() === '') return text;
  return text.split(/,\s*/);
}
