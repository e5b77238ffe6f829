/** The Gregorian calendar as plain arithmetic, for every year and without time zones. Months count from 1. */

export const dayMs = 86_400_000;

export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const daysPerEra = 146_097; // 400 years
const daysToEpoch = 719_468; // from 1 March of year 0 to 1 January 1970

/**
 * Returns the number of days since 1 January 1970. A month or day that is out of range rolls over, as in PHP:
 * 31 February is 3 March. In the calculation, years start in March, so the leap day is the last day.
 */
export function dayNumber(year: number, month: number, day: number): number {
  const months = year * 12 + (month - 3);
  const marchYear = Math.floor(months / 12);
  const marchMonth = months - marchYear * 12;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * marchMonth + 2) / 5) + day - 1;
  const leapDays = Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100);
  return era * daysPerEra + yearOfEra * 365 + leapDays + dayOfYear - daysToEpoch;
}

/** The inverse of `dayNumber`. */
export function calendarDay(number: number): CalendarDay {
  const shifted = number + daysToEpoch;
  const era = Math.floor(shifted / daysPerEra);
  const dayOfEra = shifted - era * daysPerEra;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return {
    year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1,
  };
}

export const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

export const daysInMonth = (year: number, month: number): number =>
  month === 2
    ? isLeapYear(year)
      ? 29
      : 28
    : month === 4 || month === 6 || month === 9 || month === 11
      ? 30
      : 31;

/** Returns the weekday: Monday is 1, Sunday is 7. */
export const isoWeekday = (number: number): number => ((((number + 3) % 7) + 7) % 7) + 1;

/** Returns the ISO 8601 week and its year, which is the year of the week's Thursday. */
export function isoWeek(number: number): { year: number; week: number } {
  const thursday = number - isoWeekday(number) + 4;
  const { year } = calendarDay(thursday);
  return { year, week: Math.floor((thursday - dayNumber(year, 1, 1)) / 7) + 1 };
}
