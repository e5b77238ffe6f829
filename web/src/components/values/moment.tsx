import { Text, Tooltip } from '@mantine/core';
import { runsTexts } from '../../texts/runs/runs.ts';
import { sharedTexts } from '../../texts/shared.ts';

const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' });
const toTheSecond = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const shortDate = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' });
const shortDateAndYear = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const units = [
  ['day', 'd', 86_400],
  ['hour', 'h', 3_600],
  ['minute', 'min', 60],
] as const;
const oneWeekSeconds = 7 * 86_400;
/** Times up to this far in the future are shown as "just now", because clocks differ slightly. */
const soonestSeconds = 5;

/** Formats a time in the user's time zone, to the second. */
export const exactTime = (at: string): string => toTheSecond.format(new Date(at));

/** Shows a time in the user's time zone, or relative to now if it is less than a week away. The tooltip adds seconds and UTC. */
export function Moment({
  at,
  isInGrid = false,
  isShort = false,
}: {
  at: string | null;
  /** Whether the time is in a list. A list has one tab stop per row at most, so its times aren't focusable with Tab. */
  isInGrid?: boolean;
  /** Whether to show "3 h" or "Nov 4", where "3 hours ago" or a date with its time would take too much room. */
  isShort?: boolean;
}) {
  if (at === null)
    return (
      <Text span inherit>
        {sharedTexts.never}
      </Text>
    );
  const date = new Date(at);
  return (
    <Tooltip
      label={`${exact.format(date)} · ${date.toISOString()}`}
      multiline
      maw="calc(100vw - 2rem)"
      events={{ hover: true, focus: true, touch: true }}
    >
      <Text
        span
        component="time"
        dateTime={at}
        tabIndex={isInGrid ? -1 : 0}
        inherit
        style={{ whiteSpace: 'nowrap' }}
      >
        {(isShort ? shortTime : relativeOrLocal)(date, Date.now())}
      </Text>
    </Tooltip>
  );
}

function relativeOrLocal(date: Date, now: number): string {
  const seconds = (date.getTime() - now) / 1_000;
  if (Math.abs(seconds) > oneWeekSeconds) return local.format(date);
  const unit = unitOf(seconds);
  if (unit) return relative.format(Math.round(seconds / unit[2]), unit[0]);
  return seconds > soonestSeconds ? sharedTexts.soon : sharedTexts.ago;
}

function shortTime(date: Date, now: number): string {
  const seconds = (now - date.getTime()) / 1_000;
  if (Math.abs(seconds) > oneWeekSeconds)
    return (date.getFullYear() === new Date(now).getFullYear() ? shortDate : shortDateAndYear).format(date);
  if (seconds < -soonestSeconds) return relativeOrLocal(date, now);
  const unit = unitOf(seconds);
  return unit ? runsTexts.duration[unit[1]](Math.round(seconds / unit[2])) : sharedTexts.ago;
}

const unitOf = (seconds: number) => units.find(([, , length]) => Math.abs(seconds) >= length);
