import { type DateValue, makeDate } from './date-value.ts';
import type { DateContext } from './parse-date.ts';

export { addToDate, diffDates } from './date-arithmetic.ts';
export { formatDate } from './format-date.ts';
export { type DateContext, readDate } from './parse-date.ts';

/**
 * The time of the request or step. It is frozen, so that a key, a secret and a workflow agree on it
 * (spec/templates §2.1).
 */
export const now = (context: DateContext): DateValue => makeDate(context.nowMs, context.zone);
