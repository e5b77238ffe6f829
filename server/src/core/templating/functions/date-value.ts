import { TemplateProblem } from '../template-error.ts';
import { calendarDay, dayMs, dayNumber } from './calendar.ts';
import { formatDate, type ZonedMoment } from './format-date.ts';
import { wallClock } from './local-time.ts';
import { zoneOf } from './zones.ts';

/** The only value type that JSON does not have. */
export interface DateValue extends ZonedMoment {
  readonly kind: 'date';
}

/** Identified by its private field, never by its shape: lookalike data from outside is not a date. */
class TemplateDate implements DateValue {
  readonly kind = 'date';
  readonly epochMs: number;
  readonly zone: string;
  readonly #made = true;

  constructor(epochMs: number, zone: string) {
    this.epochMs = epochMs;
    this.zone = zone;
    Object.freeze(this);
  }

  static made(value: object): boolean {
    return #made in value && value.#made;
  }
}

const firstSureMs = dayNumber(1, 1, 2) * dayMs;
const lastSureMs = dayNumber(9999, 12, 31) * dayMs;

/** A date in the years 1 to 9999 of its zone. */
export function makeDate(epochMs: number, zone: string): DateValue {
  const moment = Math.floor(epochMs);
  if (!(moment >= firstSureMs && moment < lastSureMs)) refuseOtherYears(moment, zone);
  return new TemplateDate(moment, zone);
}

function refuseOtherYears(moment: number, zone: string): void {
  if (Math.abs(moment) < 2 * lastSureMs) {
    const { year } = calendarDay(Math.floor(wallClock(moment, zoneOf(zone)) / dayMs));
    if (year >= 1 && year <= 9999) return;
  }
  throw new TemplateProblem(
    'runtime',
    'This date is outside of the years 1 to 9999. A number is taken as Unix seconds: divide milliseconds by 1000.',
  );
}

export const isDate = (value: unknown): value is DateValue =>
  typeof value === 'object' && value !== null && TemplateDate.made(value);

/** ISO 8601 with the offset, such as 2026-03-29T03:30:00+02:00: how a date prints (spec/templates §1.5). */
export const printDate = (date: DateValue): string => formatDate(date, 'c');
