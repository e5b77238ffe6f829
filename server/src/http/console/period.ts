import { z } from 'zod';
import { type ChartPeriod, divide, type Span, spans, spanUntil } from '../../core/runs/index.ts';
import { moment } from './operation.ts';

const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** The time range of a list or a chart: one that ends now, or any two times. */
export const periodQuery = {
  span: z.enum(spans).optional(),
  from: time.optional(),
  to: time.optional(),
};

export interface PeriodQuery {
  readonly span?: Span | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** Returns the time range of a chart, by default the last day. `from` and `to` take precedence over `span`. */
export function readPeriod({ span = 'day', from, to }: PeriodQuery, now: Date): ChartPeriod {
  if (from === undefined && to === undefined) return spanUntil(span, now);
  const end = to ?? now;
  const period = divide(from ?? new Date(end.getTime() - usualLengthMs), end);
  return to === undefined ? { ...period, until: null } : period;
}

/** Returns the time range of a list, which is unlimited if the query names none. */
export const readOptionalPeriod = (query: PeriodQuery, now: Date): ChartPeriod | undefined =>
  (query.span ?? query.from ?? query.to) ? readPeriod(query, now) : undefined;

/** The length of a time range of which only the end is given. */
const usualLengthMs = 24 * 3_600_000;

/** The time axis of a chart. */
export const chartAxis = {
  since: moment,
  slot_seconds: z.number(),
  /** Whether the last slot contains the present. */
  is_current: z.boolean(),
};

export const presentAxis = ({ since, slotSeconds, until }: ChartPeriod) => ({
  since: since.toISOString(),
  slot_seconds: slotSeconds,
  is_current: until === null,
});
