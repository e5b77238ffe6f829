import { readMoment } from '../../templating/index.ts';

const minMs = 1_000;
const maxMs = 366 * 24 * 3_600_000;

export const timeoutWords = 'a duration from 1 second to 1 year';

/** Returns when a duration that starts now is over, in milliseconds; undefined if it isn't a valid timeout. */
export function readTimeout(
  value: unknown,
  now: { readonly nowMs: number; readonly zone: string },
): number | undefined {
  const moment = readMoment('for', value, now);
  if (!moment.ok || moment.ms - now.nowMs < minMs || moment.ms - now.nowMs > maxMs) return undefined;
  return moment.ms;
}
