import { calendarDay, dayMs, dayNumber } from './calendar.ts';
import { type DateValue, makeDate } from './date-value.ts';
import { type Duration, partOf, readDuration, readUnit } from './duration.ts';
import { localMomentOf, wallClock } from './local-time.ts';
import type { DateContext } from './parse-date.ts';
import { type Zone, zoneOf } from './zones.ts';

/**
 * Implements `dateAdd` (spec/templates §2.2). Days and larger units change the local time in the workspace's
 * zone, so the time of day stays the same across a daylight-saving change. Hours, minutes and seconds are
 * elapsed time. Days past the end of a month roll over, as in PHP.
 */
export function addToDate(date: DateValue, amount: unknown, unit: unknown, context: DateContext): DateValue {
  return makeDate(moved(date.epochMs, readDuration(amount, unit), zoneOf(context.zone)), context.zone);
}

/** About a million years. Beyond that, the calendar arithmetic wouldn't be exact. */
const farthestDays = 4e8;

function moved(epochMs: number, { months, days, seconds }: Duration, zone: Zone): number {
  // This is elapsed time only, so the point in time itself moves, even in an hour that occurs twice.
  if (months === 0 && days === 0) return epochMs + seconds * 1000;
  if (Math.abs(months) * 31 + Math.abs(days) > farthestDays) return Number.NaN;
  const wallMs = wallClock(epochMs, zone);
  const number = Math.floor(wallMs / dayMs);
  const start = calendarDay(number);
  const target = dayNumber(start.year, start.month + months, start.day + days);
  const movedMs = wallMs + (target - number) * dayMs;
  return localMomentOf(movedMs, zone, epochMs) + seconds * 1000;
}

/**
 * Implements `dateDiff` (spec/templates §2.3). Returns the number of whole units, which is negative if `to`
 * is earlier. Days and larger units are calendar units, as in `dateAdd`: the result is the largest number
 * that can be added to `from` without passing `to`. So a day across a daylight-saving change counts as one
 * day.
 */
export function diffDates(from: DateValue, to: DateValue, unitName: unknown, context: DateContext): number {
  const unit = readUnit(unitName ?? 'days');
  const { part, times } = partOf(unit);
  if (part === 'seconds') return Math.trunc((to.epochMs - from.epochMs) / (times * 1000)) + 0;
  const zone = zoneOf(context.zone);
  const direction = to.epochMs < from.epochMs ? -1 : 1;
  const passes = (count: number): boolean => {
    const reached = moved(from.epochMs, { months: 0, days: 0, seconds: 0, [part]: count * times }, zone);
    return (reached - to.epochMs) * direction > 0;
  };
  // The calendar distance is off by at most one or two units, so the loop ends after a few iterations.
  let count = Math.trunc(distance(from.epochMs, to.epochMs, part, zone) / times);
  while (count !== 0 && passes(count)) count -= direction;
  while (!passes(count + direction)) count += direction;
  return count + 0;
}

function distance(fromMs: number, toMs: number, part: 'days' | 'months', zone: Zone): number {
  const start = Math.floor(wallClock(fromMs, zone) / dayMs);
  const end = Math.floor(wallClock(toMs, zone) / dayMs);
  if (part === 'days') return end - start;
  const [first, last] = [calendarDay(start), calendarDay(end)];
  return (last.year - first.year) * 12 + last.month - first.month;
}
