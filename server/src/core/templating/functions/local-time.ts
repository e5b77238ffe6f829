import { calendarDay, dayMs, dayNumber } from './calendar.ts';
import type { Zone } from './zones.ts';

/** Returns the local time, encoded as if it were UTC. */
export const wallClock = (epochMs: number, zone: Zone): number => epochMs + zone.offsetMsAt(epochMs);

/**
 * Converts a local time to a point in time, in the same way as PHP. A time that the clocks skip moves forward
 * by the gap. If a time occurs twice, a computed date stays in its origin's summer or standard time. A parsed
 * date uses the second occurrence in zones at UTC or east of it, and the first one in zones west of it.
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
 * Returns whether the clocks are ahead of that year's standard time. The platform doesn't report this, so a
 * zone that changed its standard time within a year is treated as having summer time in that year.
 */
export function isSummerTime(epochMs: number, zone: Zone): boolean {
  const offset = zone.offsetMsAt(epochMs);
  const { year } = calendarDay(Math.floor((epochMs + offset) / dayMs));
  const january = zone.offsetMsAt(dayNumber(year, 1, 1) * dayMs);
  const july = zone.offsetMsAt(dayNumber(year, 7, 1) * dayMs);
  return offset > Math.min(january, july);
}
