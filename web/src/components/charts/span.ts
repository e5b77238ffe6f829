/** The time ranges that end now, from the shortest to the longest. */
export const spans = ['hour', 'day', 'week', 'month'] as const;
export type Span = (typeof spans)[number];

export const defaultSpan: Span = 'day';
export const isSpan = (value: unknown): value is Span => spans.some((span) => span === value);

const hourMs = 3_600_000;
export const spanMs: Readonly<Record<Span, number>> = {
  hour: hourMs,
  day: 24 * hourMs,
  week: 7 * 24 * hourMs,
  month: 30 * 24 * hourMs,
};

/** A time range: one that ends now, or any two times, which take precedence. */
export interface Period {
  readonly span?: Span;
  readonly from?: string;
  readonly to?: string;
}

/** Reads two times from the URL. If one of them is missing or wrong, the other is ignored. */
export function readTimes(search: Record<string, unknown>): Pick<Period, 'from' | 'to'> {
  const [from, to] = [timeIn(search.from), timeIn(search.to)];
  return from !== undefined && to !== undefined ? { from, to } : {};
}

const timeIn = (value: unknown): string | undefined =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : undefined;
