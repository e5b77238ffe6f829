import type { Period } from '../list/run-scope-store.ts';

/** The time ranges that end now. */
export const spans = ['hour', 'day', 'week', 'month'] as const;
export type Span = (typeof spans)[number];

/** A time range, divided into `slots` of equal length from `since` on. */
export interface ChartPeriod extends Period {
  readonly since: Date;
  readonly slots: number;
  readonly slotSeconds: number;
}

const shapes: Readonly<Record<Span, { readonly slots: number; readonly slotSeconds: number }>> = {
  hour: { slots: 60, slotSeconds: 60 },
  day: { slots: 48, slotSeconds: 1_800 },
  week: { slots: 56, slotSeconds: 3 * 3_600 },
  month: { slots: 30, slotSeconds: 24 * 3_600 },
};

/**
 * Returns a time range that ends now. It starts at a whole slot, so a redrawn chart doesn't jump. Home, the run list and
 * the request inspector use it, so that they show and count the same time range.
 */
export function spanUntil(span: Span, now: Date): ChartPeriod {
  const { slots, slotSeconds } = shapes[span];
  const lastSlot = Math.floor(now.getTime() / 1_000 / slotSeconds);
  const since = new Date((lastSlot - slots + 1) * slotSeconds * 1_000);
  return { from: since, until: null, since, slots, slotSeconds };
}

/** Returns the time range right before another one, with as many slots of the same length. */
export function periodBefore({ since, slots, slotSeconds }: ChartPeriod): ChartPeriod {
  const start = new Date(since.getTime() - slots * slotSeconds * 1_000);
  return { from: start, until: since, since: start, slots, slotSeconds };
}

const maxSlots = 60;
const [minute, hour, day] = [60, 3_600, 86_400];
const slotLengths = [
  ...[1, 5, 10, 30],
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 7, 28].map((count) => count * day),
];

/** Divides any time range into at most sixty slots, or a few more if it doesn't start at a whole slot. */
export function divide(from: Date, until: Date): ChartPeriod {
  const seconds = Math.max(1, (until.getTime() - from.getTime()) / 1_000);
  const slotSeconds = slotLengths.find((length) => seconds / length <= maxSlots) ?? 28 * day;
  const since = new Date(Math.floor(from.getTime() / 1_000 / slotSeconds) * slotSeconds * 1_000);
  const slots = Math.max(1, Math.ceil((until.getTime() - since.getTime()) / 1_000 / slotSeconds));
  return { from, until, since, slots, slotSeconds };
}
