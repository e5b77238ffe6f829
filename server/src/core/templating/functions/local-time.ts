import { calendarDay, dayMs, dayNumber } from './calendar.ts';
import type { Zone } from './zones.ts';

/** What the clocks on the wall show, as if they were UTC. */
export const wallClock = (epochMs: number, zone: Zone): number => epochMs + zone.offsetMsAt(epochMs);

/**
 * The moment at which the wall clocks show this, as PHP resolves it. A time that the clocks skip moves on by what
 * they skip. Of a time that comes twice a computed date takes the side that its origin was on, summer time or not;
 * a date that was read takes the second in zones at UTC or east of it, and the first in zones west of it.
 */
export function localMomentOf(wallMs: number, zone: Zone, originMs?: number): number {
  const before = zone.offsetMsAt(wallMs - dayMs);
  const after = zone.offsetMsAt(wallMs + dayMs);
  if (before === after) return wallMs - before;
  const first = wallMs - before;
  const second = wallMs - after;
  const isFirst = zone.offsetMsAt(first) === before;
  const isSecond = zone.offsetMsAt(second) === after;
  if (!isFirst || !isSecond) return isSecond ? second : first;
  if (originMs === undefined) return after < 0 ? first : second;
  if (isSummerTime(originMs, zone)) return first;
  return after >= 0 || isSummerTime(first, zone) ? second : first;
}

/**
 * Whether the clocks are ahead of that year's standard time. The platform does not say so; a zone that moved its
 * standard time in the middle of a year is taken for one with summer time in that year.
 */
export function isSummerTime(epochMs: number, zone: Zone): boolean {
  const offset = zone.offsetMsAt(epochMs);
  const { year } = calendarDay(Math.floor((epochMs + offset) / dayMs));
  const january = zone.offsetMsAt(dayNumber(year, 1, 1) * dayMs);
  const july = zone.offsetMsAt(dayNumber(year, 7, 1) * dayMs);
  return offset > Math.min(january, july);
}
