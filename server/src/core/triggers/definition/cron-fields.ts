interface CronField {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** The names of values, from the smallest value on. */
  readonly names: readonly string[];
}

const fields: readonly CronField[] = [
  { name: 'minute', min: 0, max: 59, names: [] },
  { name: 'hour', min: 0, max: 23, names: [] },
  { name: 'day of month', min: 1, max: 31, names: [] },
  {
    name: 'month',
    min: 1,
    max: 12,
    names: ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'],
  },
  // Both 0 and 7 are Sunday.
  { name: 'day of week', min: 0, max: 7, names: ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] },
];

/** The number of days of each month, in a leap year. */
const maxDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Splits a cron expression into its fields. */
export const cronFields = (cron: string): string[] => cron.trim().split(/\s+/);

/**
 * Returns why a cron expression can't be used, or undefined if it can (spec/triggers §2.1). The library that computes
 * the times accepts more than the specification.
 */
export function findCronProblem(cron: string): string | undefined {
  const texts = cronFields(cron);
  if (texts.length !== fields.length)
    return 'must have five fields: minute, hour, day of month, month, day of week.';
  const values: number[][] = [];
  for (const [index, field] of fields.entries()) {
    const text = texts[index] ?? '';
    const read = readField(text, field);
    if (!read) return `${field.name}: "${text}" is not valid.`;
    values.push(read);
  }
  const [, , days = [], months = []] = values;
  const isDayPossible = months.some((month) => days.some((day) => day <= (maxDays[month - 1] ?? 0)));
  // If a day of the week is given, it is enough that the day of the week matches.
  return isDayPossible || texts[4] !== '*' ? undefined : 'never matches.';
}

/** Returns a field's values, or undefined if the field can't be read. */
function readField(text: string, field: CronField): number[] | undefined {
  const parts = text.split(',').map((part) => readPart(part, field));
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

/** Reads `*`, `a`, `a-b`, `*` with a step, or `a-b` with a step. */
function readPart(part: string, field: CronField): number[] | undefined {
  const [range = '', step, ...more] = part.split('/');
  const [from = '', to, ...rest] = range.split('-');
  if (more.length > 0 || rest.length > 0) return undefined;
  if (step !== undefined && (!/^[1-9]\d?$/.test(step) || (range !== '*' && to === undefined)))
    return undefined;
  const first = range === '*' ? field.min : readValue(from, field);
  const last = range === '*' ? field.max : to === undefined ? first : readValue(to, field);
  if (first === undefined || last === undefined || last < first) return undefined;
  const values: number[] = [];
  for (let value = first; value <= last; value += Number(step ?? 1)) values.push(value);
  return values;
}

function readValue(text: string, { min, max, names }: CronField): number | undefined {
  const named = names.indexOf(text.toUpperCase());
  if (named >= 0) return min + named;
  const value = Number(text);
  return /^\d{1,2}$/.test(text) && value >= min && value <= max ? value : undefined;
}
