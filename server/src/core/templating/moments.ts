import { makeDate } from './functions/date-value.ts';
import { addToDate, readDate } from './functions/dates.ts';
import { TemplateProblem } from './template-error.ts';

/** A moment, or what is wrong with the value that was to say it. */
export type Moment =
  | { readonly ok: true; readonly ms: number }
  | { readonly ok: false; readonly message: string };

/**
 * The moment that a `wait` step resumes at: a duration from now (`90 seconds`, ISO 8601), or a date
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

/** `90 seconds` means what the functions write as `+90 seconds`. */
const withSign = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*\d/.test(value) ? `+${value.trim()}` : value;
