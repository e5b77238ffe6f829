import { TemplateProblem } from '../template-error.ts';
import { calendarDay, dayMs, dayNumber } from './calendar.ts';
import { formatDate, type ZonedMoment } from './format-date.ts';
import { wallClock } from './local-time.ts';
import { zoneOf } from './zones.ts';

/** A date, the only type of value that JSON doesn't have. */
export interface DateValue extends ZonedMoment {
  readonly kind: 'date';
}

/**
 * Dates are recognized by their private field, never by their shape, so data from outside that looks like a
 * date isn't one.
 */
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

/** Creates a date. The year must be between 1 and 9999 in its zone. */
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
    'This date is outside the years 1 to 9999. Numbers are Unix seconds: divide milliseconds by 1000.',
  );
}

export const isDate = (value: unknown): value is DateValue =>
  typeof value === 'object' && value !== null && TemplateDate.made(value);

/**
 * Formats a date as ISO 8601 with the offset, such as 2026-03-29T03:30:00+02:00. Templates print dates this
 * way (spec/templates §1.5).
 */
export const printDate = (date: DateValue): string => formatDate(date, 'c');
