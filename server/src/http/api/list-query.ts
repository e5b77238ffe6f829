import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readPage } from '../../core/paging/index.ts';
import { invalidField } from '../../lib/errors.ts';
import { shown } from '../../lib/shown.ts';
import { authenticatedOf } from '../request/authenticated.ts';

type Query = Readonly<Record<string, unknown>>;

export const queryOf = (request: FastifyRequest): Query => request.query as Query;

/** How a caller reads a list by cursor (spec/rest-api §6.5). */
export interface ListWalk<Position> {
  /** Where the page before ended; undefined on the first page. */
  readonly after: Position | undefined;
  /** Returns the cursor for the page after a position. */
  next(position: Position): string;
}

/**
 * Reads `after`. `list` identifies the list with its order and filters, because a cursor belongs to one of them. Returns
 * undefined if the caller doesn't read by cursor.
 */
export function readWalk<Position>(
  { after, start, page }: Query,
  list: unknown,
  position: z.ZodType<Position>,
): ListWalk<Position> | undefined {
  if (after === undefined) return undefined;
  if (start !== undefined || page !== undefined)
    throw invalidField('bad_cursor', 'after', 'cannot be combined with start or page.');
  const mark = createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 8);
  return {
    after: after === '' ? undefined : readCursor(after, mark, position),
    next: (reached) => Buffer.from(JSON.stringify([mark, reached])).toString('base64url'),
  };
}

function readCursor<Position>(cursor: unknown, mark: string, position: z.ZodType<Position>): Position {
  const read = z.tuple([z.literal(mark), position]).safeParse(decode(cursor));
  if (read.success) return read.data[1];
  throw invalidField('bad_cursor', 'after', 'is not a cursor of this list.');
}

function decode(cursor: unknown): unknown {
  try {
    const text = Buffer.from(String(cursor), 'base64url').toString();
    // Base64 decoding ignores what isn't Base64, so a changed cursor could still decode to the same text.
    return Buffer.from(text).toString('base64url') === cursor ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** How a collection that is sorted by ID is walked. */
export const byId = {
  position: z.int().positive(),
  positionOf: ({ id }: { readonly id: unknown }) => Number(id),
};

type Picking<Field extends string> = (
  record: Readonly<Record<Field, unknown>>,
) => Partial<Record<Field, unknown>>;

/**
 * Reads `fields`: top-level fields separated by commas, or a list of them in the body of a search (spec/rest-api §6.6).
 * The returned function keeps only these fields and the record's key. Returns undefined if the caller wants all fields.
 */
export function readFields<Field extends string>(
  fields: unknown,
  known: readonly Field[],
  key = 'id',
): Picking<Field> | undefined {
  if (fields === undefined || fields === '') return undefined;
  const wanted: unknown[] = typeof fields === 'string' ? fields.split(',') : [fields].flat();
  if (wanted.length === 0) return undefined;
  const unknown = wanted.find((name) => !known.some((field) => field === name));
  if (unknown !== undefined)
    throw invalidField('invalid_value', 'fields', `there is no field "${shown(unknown)}".`);
  const kept = known.filter((field) => field === key || wanted.includes(field));
  return (record) =>
    Object.fromEntries(kept.map((field) => [field, record[field]])) as Partial<Record<Field, unknown>>;
}

/** A collection that the API lists. */
interface Collection<Field extends string, Position> {
  /** The key of the list in the response. */
  readonly name: string;
  readonly fields: readonly Field[];
  /** The field that identifies a record, always included. The default is `id`. */
  readonly key?: Field;
  readonly position: z.ZodType<Position>;
  readonly positionOf: (record: Readonly<Record<Field, unknown>>) => Position;
}

/** Returns a single record with the fields that the caller wants. */
export function showOne<Field extends string>(
  request: FastifyRequest,
  { fields, key }: Pick<Collection<Field, unknown>, 'fields' | 'key'>,
  record: Readonly<Record<Field, unknown>>,
): Partial<Record<Field, unknown>> {
  const pick = readFields(queryOf(request).fields, fields, key);
  return pick ? pick(record) : record;
}

/** The part of a list to read. `after` excludes the record at that position. */
export interface ListPart<Position> {
  readonly after: Position | undefined;
  readonly start: number;
  readonly limit: number;
}

/**
 * Reads a page of a collection with `limit`, `start`, `after` and `fields` (spec/rest-api §6). `filters` are the values
 * that the list depends on.
 */
export async function readList<Field extends string, Position>(
  request: FastifyRequest,
  { name, fields, key, position, positionOf }: Collection<Field, Position>,
  filters: unknown,
  read: (part: ListPart<Position>) => Promise<{
    readonly total: number;
    readonly records: readonly Readonly<Record<Field, unknown>>[];
  }>,
): Promise<Record<string, unknown>> {
  const query = queryOf(request);
  const pick = readFields(query.fields, fields, key);
  const walk = readWalk(query, [name, filters], position);
  const { limit, start } = readPage(query, authenticatedOf(request).settings.default_page_size);
  // One record more shows whether another page follows.
  const { total, records } = await read({ after: walk?.after, start, limit: limit + 1 });
  const page = records.slice(0, limit);
  const last = records.length > limit ? page.at(-1) : undefined;
  return {
    total: String(total),
    [name]: pick ? page.map(pick) : page,
    ...(walk && { next: last ? walk.next(positionOf(last)) : null }),
  };
}

/** Cuts a part out of a short list that was read whole. */
export function partOf<Item, Position>(
  items: readonly Item[],
  { after, start, limit }: ListPart<Position>,
  isAfter: (item: Item, position: Position) => boolean,
): { total: number; records: Item[] } {
  const rest = after === undefined ? items : items.filter((item) => isAfter(item, after));
  return { total: items.length, records: rest.slice(start, start + limit) };
}
