const equality = ['eq', 'neq', 'in', 'not_in'] as const;
const ordering = ['gt', 'gte', 'lt', 'lte', 'between'] as const;
const partOfText = [
  'contains',
  'begins_with',
  'ends_with',
  'not_contains',
  'not_begins_with',
  'not_ends_with',
] as const;
const emptiness = ['is_empty', 'is_not_empty'] as const;

/** All operators, in the order in which errors and the console list them. */
export const everyOperator = [...equality, ...ordering, ...partOfText, ...emptiness] as const;
export type Operator = (typeof everyOperator)[number];

/** Operators for values that have no order. */
export const equalityOperators: readonly Operator[] = [...equality, ...emptiness];
/** Operators for numbers and dates. */
export const orderedOperators: readonly Operator[] = [...equality, ...ordering, ...emptiness];
/** Operators for lists. Each one compares the entries one by one. */
export const listOperators: readonly Operator[] = [...equality, 'contains', 'not_contains', ...emptiness];
