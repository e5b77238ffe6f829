import { invalid } from '../../lib/errors.ts';

/** Where the next page begins, as a word that means nothing to who holds it. */
export const cursorAt = (place: number | string): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

const refuse = () =>
  invalid('bad_cursor', 'cursor: is not one that this tool gave. Leave it out to begin at the first page.');

/** A cursor that is a position in a list. */
export function positionOf(cursor: string | undefined, first: number): number {
  if (cursor === undefined) return first;
  const place = placeOf(cursor);
  if (typeof place !== 'number' || !Number.isSafeInteger(place) || place < 0) throw refuse();
  return place;
}

/** A cursor that names the last record seen. */
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
