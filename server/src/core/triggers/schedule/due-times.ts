import { nextTime } from '../definition/schedule-times.ts';
import type { Schedule } from '../trigger.ts';

const minuteMs = 60_000;
/** A due time that is younger than this is never missed (spec/triggers §2.3). */
const graceMs = minuteMs;
const maxCaughtUp = 100;
/** Each search for past times looks this many times further back than the one before. */
const growth = 16;

/**
 * Returns the due times to start now, oldest first, for a schedule that has been due since `since` (spec/triggers §2.3).
 */
export function timesToStart(schedule: Schedule, since: Date, now: Date): Date[] {
  const most = schedule.catch_up === 'all' ? maxCaughtUp : 1;
  const times = latestTimes(schedule, since, now, most);
  if (schedule.catch_up !== 'none') return times;
  return times.filter((time) => now.getTime() - time.getTime() < graceMs);
}

/**
 * Returns at most `most` due times up to now. Looks back step by step: a schedule of every minute has half a million
 * times a year, and only the latest ones count.
 */
function latestTimes(schedule: Schedule, since: Date, now: Date, most: number): Date[] {
  for (let windowMs = most * minuteMs; ; windowMs *= growth) {
    const from = Math.max(since.getTime(), now.getTime() - windowMs);
    const times = timesBetween(schedule, from, now);
    if (times.length >= most || from === since.getTime()) return times.slice(-most);
  }
}

/** Returns all due times from `fromMs` up to `until`. */
function timesBetween(schedule: Schedule, fromMs: number, until: Date): Date[] {
  const times: Date[] = [];
  let time = nextTime(schedule, new Date(fromMs - 1));
  while (time && time <= until) {
    times.push(time);
    time = nextTime(schedule, time);
  }
  return times;
}
