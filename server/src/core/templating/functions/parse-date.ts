import { TemplateProblem } from '../template-error.ts';
import { dayMs, dayNumber, daysInMonth } from './calendar.ts';
import { type DateValue, isDate, makeDate } from './date-value.ts';
import { localMomentOf, wallClock } from './local-time.ts';
import { zoneOf } from './zones.ts';

/** The time of the request or step, which doesn't change while it runs, and the workspace's zone. */
export interface DateContext {
  readonly nowMs: number;
  readonly zone: string;
}

const daysFromToday: Record<string, number | undefined> = { yesterday: -1, today: 0, tomorrow: 1 };
const accepted =
  "Use Unix seconds, '2026-01-31', '2026-01-31 18:30', '2026-01-31T18:30:00+01:00', 'now', 'today', 'tomorrow' or 'yesterday'.";

/**
 * Reads only the date formats in spec/templates §2.2. A string without an offset is in the workspace's zone,
 * and every parsed date is shown in that zone.
 */
export function readDate(value: unknown, context: DateContext): DateValue {
  if (isDate(value)) return value;
  if (typeof value === 'number') return makeDate(value * 1000, context.zone);
  if (typeof value !== 'string') throw new TemplateProblem('runtime', `This isn't a date. ${accepted}`);
  // No date is longer than this, so the patterns below never run on long strings.
  const text = value.length > 64 ? '' : value.trim();
  if (/^[+-]?\d+$/.test(text)) return makeDate(Number(text) * 1000, context.zone);
  return makeDate(momentOfWord(text.toLowerCase(), context) ?? momentOfText(text, context), context.zone);
}

function momentOfWord(word: string, { nowMs, zone }: DateContext): number | undefined {
  if (word === 'now') return nowMs;
  const days = Object.hasOwn(daysFromToday, word) ? daysFromToday[word] : undefined;
  if (days === undefined) return undefined;
  const today = Math.floor(wallClock(nowMs, zoneOf(zone)) / dayMs);
  return localMomentOf((today + days) * dayMs, zoneOf(zone));
}

const dateText =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:[Tt ](?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?(?<offset>[Zz]|[+-]\d\d(?::?\d\d)?)?)?$/;

function momentOfText(text: string, context: DateContext): number {
  const parts = dateText.exec(text)?.groups;
  if (!parts) throw new TemplateProblem('runtime', `This text isn't a date. ${accepted}`);
  const [year, month, day] = [Number(parts.year), Number(parts.month), Number(parts.day)];
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) {
    throw new TemplateProblem('runtime', "This date doesn't exist. Check the month and the day.");
  }
  const [hour, minute, second] = [
    Number(parts.hour ?? 0),
    Number(parts.minute ?? 0),
    Number(parts.second ?? 0),
  ];
  if (hour > 23 || minute > 59 || second > 59) {
    throw new TemplateProblem('runtime', 'A time of day must be between 00:00:00 and 23:59:59.');
  }
  const fractionMs = Number((parts.fraction ?? '').slice(0, 3).padEnd(3, '0'));
  const wallMs =
    dayNumber(year, month, day) * dayMs + ((hour * 60 + minute) * 60 + second) * 1000 + fractionMs;
  return parts.offset === undefined
    ? localMomentOf(wallMs, zoneOf(context.zone))
    : wallMs - offsetMsOf(parts.offset);
}

function offsetMsOf(text: string): number {
  if (text === 'Z' || text === 'z') return 0;
  const digits = text.replace(':', '');
  const [hours, minutes] = [Number(digits.slice(1, 3)), Number(digits.slice(3))];
  if (hours > 23 || minutes > 59) {
    throw new TemplateProblem('runtime', 'An offset must be between -23:59 and +23:59, written like +02:00.');
  }
  return (digits.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
