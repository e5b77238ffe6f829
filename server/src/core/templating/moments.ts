import { makeDate } from './functions/date-value.ts';
import { addToDate, readDate } from './functions/dates.ts';
import { TemplateProblem } from './template-error.ts';

export type Moment =
  | { readonly ok: true; readonly ms: number }
  | { readonly ok: false; readonly message: string };

/**
 * Returns when a `wait` step resumes: after a duration (`90 seconds`, ISO 8601) or on a date
 * (spec/provisioning §5).
 */
export function readMoment(
  by: 'for' | 'until',
  value: unknown,
  context: { readonly nowMs: number; readonly zone: string },
): Moment {
  try {
    const date =
      by === 'until'
        ? readDate(value, context)
        : addToDate(makeDate(context.nowMs, context.zone), withSign(value), undefined, context);
    return { ok: true, ms: date.epochMs };
  } catch (error) {
    if (error instanceof TemplateProblem) return { ok: false, message: error.message };
    throw error;
  }
}

/** Reads `90 seconds` as `+90 seconds`. */
const withSign = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*\d/.test(value) ? `+${value.trim()}` : value;
