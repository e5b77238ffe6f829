import { periodTexts } from '../../texts/periods.ts';

const [minute, hour, day] = [60, 3_600, 86_400];
const minuteMs = minute * 1_000;
const hourMs = hour * 1_000;
const dayMs = day * 1_000;
/** The distances between two labels that people can read at a glance, in seconds. */
const stepLengths = [
  ...[10, 30],
  ...[1, 5, 10, 15, 30].map((minutes) => minutes * minute),
  ...[1, 3, 6, 12].map((hours) => hours * hour),
  ...[1, 2, 5, 10, 30, 90, 365].map((days) => days * day),
];
const maxTicks = 8;
/** The minimum distance between "Now" and the label before it, as a share of a step. */
const minGap = 0.7;

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const wholeHour = new Intl.DateTimeFormat(undefined, { hour: 'numeric' });
const seconds = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const date = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' });
const dateAndTime = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** A chart's time axis: slots of equal length. */
export interface TimeAxis {
  /** The start of the first slot, in milliseconds since 1970. */
  readonly since: number;
  readonly slotMs: number;
  readonly slots: number;
  /** Whether the last slot contains the present. */
  readonly isCurrent: boolean;
}

/** Reads the axis of a chart in a response. */
export const axisOf = (
  chart: { readonly since: string; readonly slot_seconds: number; readonly is_current: boolean },
  slots: number,
): TimeAxis => ({
  since: Date.parse(chart.since),
  slotMs: chart.slot_seconds * 1_000,
  slots,
  isCurrent: chart.is_current,
});

/** Returns the start of a slot, in milliseconds since 1970. */
export const slotStart = ({ since, slotMs }: TimeAxis, slot: number): number => since + slot * slotMs;

/** Names the time that a slot covers. */
export function slotTitle(axis: TimeAxis, slot: number): string {
  const [from, to] = [slotStart(axis, slot), slotStart(axis, slot + 1)];
  if (axis.slotMs < minuteMs) return seconds.formatRange(from, to);
  if (axis.slotMs === dayMs && isMidnight(from)) return date.format(from);
  const isToday = new Date(from).toDateString() === new Date().toDateString();
  return isToday ? periodTexts.today(time.formatRange(from, to)) : dateAndTime.formatRange(from, to);
}

/** A label of the axis. `at` is its position, from 0 to 1. */
export interface Tick {
  readonly at: number;
  readonly label: string;
}

/**
 * Returns the labels of a time axis, evenly spread over round local times: every three hours of a day, every day of a
 * week. An axis that ends now has the label "Now" below its last slot.
 */
export function timeTicks(axis: TimeAxis): Tick[] {
  const end = slotStart(axis, axis.slots);
  const lengthMs = end - axis.since;
  if (lengthMs <= 0) return [];
  const step = stepLengths.find((length) => lengthMs / (length * 1_000) <= maxTicks) ?? 365 * day;
  // A label closer to "Now" would overlap it.
  const last = axis.isCurrent ? end - step * 1_000 * minGap : end;
  const ticks = roundTimes(axis.since, last, step).map((at) => ({
    at: (at - axis.since) / lengthMs,
    label: labelOf(at, step),
  }));
  return axis.isCurrent ? [...ticks, { at: (axis.slots - 0.5) / axis.slots, label: periodTexts.now }] : ticks;
}

/** Returns the times between two others that are whole steps from local midnight, also on days with a clock change. */
function roundTimes(from: number, to: number, step: number): number[] {
  const last = new Date(to);
  const timeAt = (steps: number) =>
    new Date(last.getFullYear(), last.getMonth(), last.getDate(), 0, 0, steps * step).getTime();
  const times: number[] = [];
  // A clock change moves the last step by an hour.
  const lastStep = Math.ceil((to - timeAt(0) + hourMs) / (step * 1_000));
  for (let steps = lastStep; timeAt(steps) >= from; steps -= 1)
    if (timeAt(steps) <= to) times.unshift(timeAt(steps));
  return times;
}

const isMidnight = (at: number) => new Date(at).getHours() === 0 && new Date(at).getMinutes() === 0;

function labelOf(at: number, step: number): string {
  if (step >= day || isMidnight(at)) return date.format(at);
  if (step >= hour) return wholeHour.format(at);
  return (step < minute ? seconds : time).format(at);
}
