import { Text, Tooltip } from '@mantine/core';
import { sharedTexts } from '../texts/shared.ts';

const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;
const oneWeekSeconds = 7 * 86_400;

/** A time in the reader's zone, near ones as how long ago; in UTC on hover. */
export function Moment({ at }: { at: string | null }) {
  if (at === null)
    return (
      <Text span inherit>
        {sharedTexts.never}
      </Text>
    );
  const date = new Date(at);
  return (
    <Tooltip label={date.toISOString()} events={{ hover: true, focus: true, touch: true }}>
      <Text span component="time" dateTime={at} tabIndex={0} inherit>
        {nearly(date, Date.now())}
      </Text>
    </Tooltip>
  );
}

function nearly(date: Date, now: number): string {
  const seconds = (date.getTime() - now) / 1_000;
  if (Math.abs(seconds) > oneWeekSeconds) return local.format(date);
  const unit = units.find(([, length]) => Math.abs(seconds) >= length);
  return unit ? relative.format(Math.round(seconds / unit[1]), unit[0]) : sharedTexts.ago;
}
