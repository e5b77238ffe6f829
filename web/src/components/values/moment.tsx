import { Text, Tooltip } from '@mantine/core';
import { sharedTexts } from '../../texts/shared.ts';

const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' });
const toTheSecond = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
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
}: {
  at: string | null;
  /** Whether the time is in a list. A list has one tab stop per row at most, so its times aren't focusable with Tab. */
  isInGrid?: boolean;
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
        {relativeOrLocal(date, Date.now())}
      </Text>
    </Tooltip>
  );
}

function relativeOrLocal(date: Date, now: number): string {
  const seconds = (date.getTime() - now) / 1_000;
  if (Math.abs(seconds) > oneWeekSeconds) return local.format(date);
  const unit = units.find(([, length]) => Math.abs(seconds) >= length);
  if (unit) return relative.format(Math.round(seconds / unit[1]), unit[0]);
  return seconds > soonestSeconds ? sharedTexts.soon : sharedTexts.ago;
}
