import { type DateValue, makeDate } from './date-value.ts';
import type { DateContext } from './parse-date.ts';

export { addToDate, diffDates } from './date-arithmetic.ts';
export { formatDate } from './format-date.ts';
export { type DateContext, readDate } from './parse-date.ts';

/**
 * Returns the time of the request or step. It doesn't change during the request or step, so a key, a secret
 * and a workflow all see the same time (spec/templates §2.1).
 */
export const now = (context: DateContext): DateValue => makeDate(context.nowMs, context.zone);
