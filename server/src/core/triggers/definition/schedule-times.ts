import { Cron } from 'croner';
import { type Zone, zoneOf } from '../../templating/index.ts';
import type { Schedule } from '../trigger.ts';
import { cronFields } from './cron-fields.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const shownTimes = 5;

type Timed = Pick<Schedule, 'cron' | 'timezone'>;

/**
 * Returns the first time of a schedule after `after` (spec/triggers §2.2). The library computes times of the wall clock,
 * without a time zone; how they map to moments is decided here.
 */
export function nextTime({ cron, timezone }: Timed, after: Date): Date | undefined {
  const zone = zoneOf(timezone);
  const wallTimes = new Cron(cron, { timezone: 'UTC', paused: true });
  const nextWall = (wallMs: number) => wallTimes.nextRun(new Date(wallMs))?.getTime();
  const next = cronFields(cron)[1] === '*' ? nextElapsed : nextOnClock;
  const found = next(nextWall, zone, after.getTime());
  return found === undefined ? undefined : new Date(found);
}

/** Returns the next five times of a schedule. */
export function nextTimes(schedule: Timed, after: Date): Date[] {
  const times: Date[] = [];
  for (let from: Date | undefined = after; from && times.length < shownTimes; ) {
    from = nextTime(schedule, from);
    if (from) times.push(from);
  }
  return times;
}

type NextWall = (wallMs: number) => number | undefined;

/** Follows elapsed time, for schedules of every hour: between two clock changes, wall clock and time run alike. */
function nextElapsed(nextWall: NextWall, zone: Zone, afterMs: number): number | undefined {
  for (let from = afterMs; ; ) {
    const offset = zone.offsetMsAt(from);
    const wall = nextWall(from + offset);
    if (wall === undefined) return undefined;
    const change = findChange(zone, from, wall - offset);
    if (change === undefined) return wall - offset;
    // The moment of the change itself may match, so continue just before it, but with the new offset.
    const changed = zone.offsetMsAt(change);
    const first = nextWall(change + changed - 1);
    if (first !== undefined && first === change + changed) return change;
    from = change;
  }
}

/** Skips times of the second pass when clocks go back; moves times that don't exist behind the gap. */
function nextOnClock(nextWall: NextWall, zone: Zone, afterMs: number): number | undefined {
  let wall = nextWall(afterMs + zone.offsetMsAt(afterMs));
  while (wall !== undefined) {
    const moment = momentOf(zone, wall);
    if (moment > afterMs) return moment;
    wall = nextWall(wall);
  }
  return undefined;
}

/** Returns the first moment at which the wall clock shows a time, or the end of the gap that contains the time. */
function momentOf(zone: Zone, wallMs: number): number {
  const offsets = [zone.offsetMsAt(wallMs - dayMs), zone.offsetMsAt(wallMs + dayMs)];
  const moments = offsets.map((offset) => wallMs - offset);
  const shown = moments.filter((moment) => moment + zone.offsetMsAt(moment) === wallMs);
  if (shown.length > 0) return Math.min(...shown);
  const [from, until] = [Math.min(...moments), Math.max(...moments)];
  return findChange(zone, from, until) ?? until;
}

/** Returns the first moment after `fromMs` and up to `untilMs` at which the zone has another offset. */
function findChange(zone: Zone, fromMs: number, untilMs: number): number | undefined {
  const offset = zone.offsetMsAt(fromMs);
  for (let low = fromMs; low < untilMs; low += dayMs) {
    const high = Math.min(low + dayMs, untilMs);
    if (zone.offsetMsAt(high) !== offset) return bisect(zone, offset, low, high);
  }
  return undefined;
}

/** Clocks change on full minutes. */
function bisect(zone: Zone, offset: number, fromMs: number, untilMs: number): number {
  let [low, high] = [Math.floor(fromMs / minuteMs), Math.ceil(untilMs / minuteMs)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (zone.offsetMsAt(middle * minuteMs) === offset) low = middle;
    else high = middle;
  }
  return high * minuteMs;
}
