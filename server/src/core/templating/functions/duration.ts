import { TemplateProblem } from '../template-error.ts';

/** A duration that can be added to a date. Calendar units are added first, then elapsed time. */
export interface Duration {
  readonly months: number;
  readonly days: number;
  readonly seconds: number;
}

/** The template language's units, each as part of a duration. */
const units = {
  second: { part: 'seconds', times: 1 },
  minute: { part: 'seconds', times: 60 },
  hour: { part: 'seconds', times: 3600 },
  day: { part: 'days', times: 1 },
  week: { part: 'days', times: 7 },
  month: { part: 'months', times: 1 },
  year: { part: 'months', times: 12 },
} as const;

export type Unit = keyof typeof units;

/** Reads a unit name, singular or plural. */
export function readUnit(name: unknown): Unit {
  const singular =
    typeof name === 'string' && name.length < 16 ? name.trim().toLowerCase().replace(/s$/, '') : '';
  if (isUnit(singular)) return singular;
  throw new TemplateProblem(
    'runtime',
    'The unit must be one of seconds, minutes, hours, days, weeks, months, years.',
  );
}

const isUnit = (name: string): name is Unit => Object.hasOwn(units, name);

export const partOf = (unit: Unit): (typeof units)[Unit] => units[unit];

const nothing: Duration = { months: 0, days: 0, seconds: 0 };

function plus(duration: Duration, amount: number, unit: Unit): Duration {
  const { part, times } = units[unit];
  return { ...duration, [part]: duration[part] + amount * times };
}

/**
 * Reads an amount (spec/templates §2.2): an integer with a unit, a string such as `+1 month -2 days`, or an
 * ISO duration such as `P1DT2H`. All parts of a string are summed before they are applied, as in PHP.
 */
export function readDuration(amount: unknown, unit: unknown): Duration {
  if (typeof amount === 'number') return plus(nothing, whole(amount), readUnit(unit ?? 'days'));
  if (typeof amount !== 'string') throw refused();
  const text = amount.length > 200 ? '' : amount.trim();
  if (/^[+-]?\d+$/.test(text)) return plus(nothing, whole(Number(text)), readUnit(unit ?? 'days'));
  // `days` is allowed, because the default may have been filled in already.
  if (unit !== undefined && unit !== null && unit !== 'days') {
    throw new TemplateProblem(
      'runtime',
      "An amount such as '+3 days' already contains the unit. Omit the unit argument, or use a whole number.",
    );
  }
  return isoDuration(text) ?? relativeText(text);
}

function whole(amount: number): number {
  if (Number.isSafeInteger(amount)) return amount;
  throw new TemplateProblem('runtime', "The amount isn't a whole number. Round it, or use a smaller unit.");
}

const refused = () =>
  new TemplateProblem(
    'runtime',
    "The amount must be a whole number, or text such as '+3 days', '+1 month -2 days' or 'P1DT2H'.",
  );

const isoForm =
  /^([+-])?P(?=[-+\d]|T)(?:([+-]?\d+)Y)?(?:([+-]?\d+)M)?(?:([+-]?\d+)W)?(?:([+-]?\d+)D)?(?:T(?=[-+\d])(?:([+-]?\d+)H)?(?:([+-]?\d+)M)?(?:([+-]?\d+)S)?)?$/;
const isoUnits: readonly Unit[] = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'];

function isoDuration(text: string): Duration | undefined {
  const [, sign, ...amounts] = isoForm.exec(text) ?? [];
  if (amounts.length === 0) return undefined;
  const direction = sign === '-' ? -1 : 1;
  return isoUnits.reduce(
    (sum, unit, index) => plus(sum, direction * whole(Number(amounts[index] ?? 0)), unit),
    nothing,
  );
}

const relativePart = /\s*([+-]?)\s*(\d+)\s*([a-z]+)\s*/iy;

function relativeText(text: string): Duration {
  let sum = nothing;
  relativePart.lastIndex = 0;
  do {
    const [, sign, digits, unit] = relativePart.exec(text) ?? [];
    if (digits === undefined) throw refused();
    sum = plus(sum, whole(Number(`${sign}${digits}`)), readUnit(unit));
  } while (relativePart.lastIndex < text.length);
  return sum;
}
