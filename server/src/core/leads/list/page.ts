import { invalid } from '../../../lib/errors.ts';

/** Records per response (spec/rest-api §6.1). */
export const maxPageSize = 100;

export interface Page {
  readonly limit: number;
  readonly start: number;
}

/** Unchecked: text from a query, numbers from a body. */
export interface PageParams {
  readonly limit?: unknown;
  readonly start?: unknown;
  readonly page?: unknown;
}

/**
 * `limit` is capped at 100, 0 and negative values mean the maximum, and the default is the workspace's
 * (spec/rest-api §6.1). `page` counts from 1, and 0 means 1 (spec/rest-api §6.2). Anything but an integer, of
 * any length, is an error.
 */
export function readPage(wish: PageParams, defaultPageSize: number): Page {
  const asked = readInteger('limit', wish.limit);
  const limit =
    asked === undefined ? defaultPageSize : asked <= 0 ? maxPageSize : Math.min(asked, maxPageSize);
  const page = readPosition('page', wish.page);
  const start = readPosition('start', wish.start);
  return { limit, start: start ?? Math.max(0, (page ?? 1) - 1) * limit };
}

function readPosition(name: string, raw: unknown): number | undefined {
  const value = readInteger(name, raw);
  if (value !== undefined && value < 0) throw invalid('bad_page', `${name}: must not be negative.`);
  return value;
}

function readInteger(name: string, raw: unknown): number | undefined {
  if (raw === undefined || raw === null) return undefined;
  const isText = typeof raw === 'string' && /^-?\d+$/.test(raw);
  // All values beyond 2^53 mean the same: more than there are.
  if (isText || Number.isInteger(raw)) return clampToSafeInteger(Number(raw));
  throw invalid('bad_page', `${name}: must be a whole number.`);
}

const clampToSafeInteger = (value: number): number =>
  Math.min(Math.max(value, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
