import { createHash } from 'node:crypto';
import { invalid } from '../../lib/errors.ts';

/** Creates an opaque cursor for the next page. */
export const cursorAt = (place: number | string | readonly [number, string]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

/** Creates a cursor that is bound to its query, because a position in one list is meaningless in another. */
export const cursorIn = (asked: unknown, position: number): string => cursorAt([position, markOf(asked)]);

const markOf = (asked: unknown): string =>
  createHash('sha256').update(JSON.stringify(asked)).digest('base64url').slice(0, 8);

const refuse = () =>
  invalid('bad_cursor', 'cursor: not a cursor from this tool. Omit it to start at the first page.');

export function positionOf(cursor: string | undefined, first: number): number {
  if (cursor === undefined) return first;
  return asPosition(placeOf(cursor));
}

export function positionIn(asked: unknown, cursor: string): number {
  const place = placeOf(cursor);
  if (!Array.isArray(place)) throw refuse();
  const position = asPosition(place[0]);
  if (place[1] === markOf(asked)) return position;
  throw invalid(
    'bad_cursor',
    'cursor: belongs to another search. Use the same words, filters and order as before, or omit it to start at the first page.',
  );
}

function asPosition(place: unknown): number {
  if (typeof place !== 'number' || !Number.isSafeInteger(place) || place < 0) throw refuse();
  return place;
}

/** Reads a cursor that identifies the last record seen. */
export function lastSeenOf(cursor: string | undefined, isName: RegExp): string | undefined {
  if (cursor === undefined) return undefined;
  const place = placeOf(cursor);
  if (typeof place !== 'string' || !isName.test(place)) throw refuse();
  return place;
}

function placeOf(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    throw refuse();
  }
}
