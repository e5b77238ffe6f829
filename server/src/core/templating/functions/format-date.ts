import { TemplateProblem } from '../template-error.ts';
import { calendarDay, dayMs, dayNumber, daysInMonth, isLeapYear, isoWeek, isoWeekday } from './calendar.ts';
import { isSummerTime } from './local-time.ts';
import { abbreviationOf } from './zone-abbreviations.ts';
import { utc, type Zone, zoneOf } from './zones.ts';

export interface ZonedMoment {
  readonly epochMs: number;
  readonly zone: string;
}

/** The parts of a point in time, in local time. */
interface Moment {
  readonly epochMs: number;
  readonly zone: Zone;
  readonly zoneName: string;
  readonly offsetSeconds: number;
  /** Days since 1 January 1970, in local time. */
  readonly number: number;
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

const two = (value: number): string => (value < 10 ? `0${value}` : String(value));
const digits = (value: number, count: number): string => String(value).padStart(count, '0');
const twelve = (hour: number): number => hour % 12 || 12;
const weekday = (m: Moment): string => weekdays[isoWeekday(m.number) - 1] ?? '';
const monthName = (m: Moment): string => months[m.month - 1] ?? '';

function ordinal(day: number): string {
  if (day >= 11 && day <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th';
}

function offset(m: Moment, separator: string): string {
  const seconds = Math.abs(m.offsetSeconds);
  const minutes = Math.floor(seconds / 60);
  return `${m.offsetSeconds < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${separator}${two(minutes % 60)}`;
}

/**
 * Returns the zone abbreviation, such as CET, or CEST in summer. For zones without an abbreviation, returns
 * the shortest form of the offset.
 */
function abbreviation(m: Moment): string {
  if (m.zone === utc) return 'UTC';
  if (/^[+-]/.test(m.zoneName)) return offset(m, ':');
  return abbreviationOf(m.zoneName, isSummerTime(m.epochMs, m.zone)) ?? offset(m, '').replace(/00$/, '');
}

/** Returns Swatch Internet Time: thousandths of a day in UTC+1. */
const beats = (epochMs: number): number =>
  Math.floor((10 * ((((Math.floor(epochMs / 1000) + 3600) % 86_400) + 86_400) % 86_400)) / 864);

/** PHP's date format characters. All other characters print as themselves. */
const letters: ReadonlyMap<string, (m: Moment) => string> = new Map<string, (m: Moment) => string>([
  ['d', (m) => two(m.day)],
  ['D', (m) => weekday(m).slice(0, 3)],
  ['j', (m) => String(m.day)],
  ['l', weekday],
  ['N', (m) => String(isoWeekday(m.number))],
  ['S', (m) => ordinal(m.day)],
  ['w', (m) => String(isoWeekday(m.number) % 7)],
  ['z', (m) => String(m.number - dayNumber(m.year, 1, 1))],
  ['W', (m) => two(isoWeek(m.number).week)],
  ['F', monthName],
  ['m', (m) => two(m.month)],
  ['M', (m) => monthName(m).slice(0, 3)],
  ['n', (m) => String(m.month)],
  ['t', (m) => String(daysInMonth(m.year, m.month))],
  ['L', (m) => (isLeapYear(m.year) ? '1' : '0')],
  ['o', (m) => String(isoWeek(m.number).year)],
  ['Y', (m) => digits(m.year, 4)],
  ['y', (m) => two(m.year % 100)],
  ['a', (m) => (m.hour < 12 ? 'am' : 'pm')],
  ['A', (m) => (m.hour < 12 ? 'AM' : 'PM')],
  ['B', (m) => digits(beats(m.epochMs), 3)],
  ['g', (m) => String(twelve(m.hour))],
  ['G', (m) => String(m.hour)],
  ['h', (m) => two(twelve(m.hour))],
  ['H', (m) => two(m.hour)],
  ['i', (m) => two(m.minute)],
  ['s', (m) => two(m.second)],
  ['u', (m) => digits(m.millisecond * 1000, 6)],
  ['v', (m) => digits(m.millisecond, 3)],
  ['e', (m) => m.zoneName],
  ['I', (m) => (isSummerTime(m.epochMs, m.zone) ? '1' : '0')],
  ['O', (m) => offset(m, '')],
  ['P', (m) => offset(m, ':')],
  ['p', (m) => (m.zone === utc ? 'Z' : offset(m, ':'))],
  ['T', abbreviation],
  ['Z', (m) => String(m.offsetSeconds)],
  ['c', (m) => write('Y-m-d\\TH:i:sP', m)],
  ['r', (m) => write('D, d M Y H:i:s O', m)],
  ['U', (m) => String(Math.floor(m.epochMs / 1000))],
]);

const maxFormatLength = 1000;

/** Formats a date with PHP's format characters. A backslash escapes the next character. */
export function formatDate(date: ZonedMoment, format: unknown, zoneName: unknown = date.zone): string {
  if (typeof format !== 'string') {
    throw new TemplateProblem(
      'runtime',
      "A date format must be text in PHP's notation, such as 'Y-m-d H:i'.",
    );
  }
  if (format.length > maxFormatLength) {
    throw new TemplateProblem('runtime', `A date format can have at most ${maxFormatLength} characters.`);
  }
  const zone = zoneOf(zoneName);
  return write(format, momentIn(date.epochMs, zone, String(zoneName)));
}

function momentIn(epochMs: number, zone: Zone, zoneName: string): Moment {
  const offsetMs = zone.offsetMsAt(epochMs);
  const number = Math.floor((epochMs + offsetMs) / dayMs);
  const { year, month, day } = calendarDay(number);
  const ofDay = epochMs + offsetMs - number * dayMs;
  return {
    epochMs,
    zone,
    zoneName,
    offsetSeconds: offsetMs / 1000,
    number,
    year,
    month,
    day,
    hour: Math.floor(ofDay / 3_600_000),
    minute: Math.floor(ofDay / 60_000) % 60,
    second: Math.floor(ofDay / 1000) % 60,
    millisecond: ofDay % 1000,
  };
}

function write(format: string, moment: Moment): string {
  let text = '';
  for (let index = 0; index < format.length; index++) {
    const letter = format.charAt(index);
    if (letter === '\\') text += format.charAt(++index);
    else text += letters.get(letter)?.(moment) ?? letter;
  }
  return text;
}
