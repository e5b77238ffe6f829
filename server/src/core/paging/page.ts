import { invalidField } from '../../lib/errors.ts';

/** The max records per response (spec/rest-api §6.1). */
export const maxPageSize = 100;

export interface Page {
  readonly limit: number;
  readonly start: number;
}

/** Whether a parameter is left out. Forms send an empty value for what isn't set. */
export const isAbsent = (raw: unknown): raw is undefined | null | '' =>
  raw === undefined || raw === null || raw === '';

/** Unchecked page parameters: strings from a query, or numbers from a body. */
export interface PageParams {
  readonly limit?: unknown;
  readonly start?: unknown;
  readonly page?: unknown;
}

/**
 * Parses the page parameters. `limit` is capped at 100; 0 and negative values mean the maximum, and the
 * workspace defines the default (spec/rest-api §6.1). `page` counts from 1, and 0 means 1 (spec/rest-api
 * §6.2). An empty value counts as absent. Any other value that isn't an integer is an error; integers may be arbitrarily
 * long.
 */
export function readPage(params: PageParams, defaultPageSize: number): Page {
  const asked = readInteger('limit', params.limit);
  const limit =
    asked === undefined ? defaultPageSize : asked <= 0 ? maxPageSize : Math.min(asked, maxPageSize);
  const page = readPosition('page', params.page);
  const start = readPosition('start', params.start);
  return { limit, start: start ?? Math.max(0, (page ?? 1) - 1) * limit };
}

function readPosition(name: string, raw: unknown): number | undefined {
  const value = readInteger(name, raw);
  if (value !== undefined && value < 0) throw invalidField('bad_page', name, 'must not be negative.');
  return value;
}

function readInteger(name: string, raw: unknown): number | undefined {
  if (isAbsent(raw)) return undefined;
  const isText = typeof raw === 'string' && /^-?\d+$/.test(raw);
  // Values beyond 2^53 are all equivalent: they exceed any number of records.
  if (isText || Number.isInteger(raw)) return clampToSafeInteger(Number(raw));
  throw invalidField('bad_page', name, 'must be a whole number.');
}

const clampToSafeInteger = (value: number): number =>
  Math.min(Math.max(value, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
