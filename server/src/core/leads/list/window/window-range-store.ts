import { type Statement, sql } from '../../../../db/driver/sql.ts';
import type { Order } from '../order.ts';
import { type Cursor, type KeyType, keyTypeOf } from './cursor.ts';

/** A part of a sorted list: after one cursor, up to and including another. */
export interface Range {
  readonly after?: Cursor | undefined;
  readonly until?: Cursor | undefined;
}

/**
 * Leads with a value come first in both directions, then those without a value. Each segment is one index
 * scan.
 */
export type Segment = 'values' | 'empty';

/** Returns the segments that a range overlaps, in order. IDs and dates set by Hark are never empty. */
export function segmentsOf({ field }: Order, { after, until }: Range): Segment[] {
  if (field.alias === 'id') return ['values'];
  const neverEmpty = field.customId === null && keyTypeOf(field) === 'timestamp';
  const values = after?.key !== null;
  const empty = !neverEmpty && (until === undefined || until.key === null);
  return [...(values ? (['values'] as const) : []), ...(empty ? (['empty'] as const) : [])];
}

export interface CursorColumns {
  readonly key: Statement;
  readonly id: Statement;
}

/** Uses row comparisons, because an index can serve them. */
export function rangeCondition(
  { field, isDescending }: Order,
  { after, until }: Range,
  segment: Segment,
  { key, id }: CursorColumns,
): Statement {
  const [beyond, upTo] = isDescending ? [sql`<`, sql`>=`] : [sql`>`, sql`<=`];
  if (field.alias === 'id')
    return sql`true ${after ? sql`and ${id} ${beyond} ${after.id}` : sql``} ${until ? sql`and ${id} ${upTo} ${until.id}` : sql``}`;
  if (segment === 'empty') {
    const [from, to] = [after?.key === null ? after : undefined, until?.key === null ? until : undefined];
    return sql`${key} is null ${from ? sql`and ${id} ${beyond} ${from.id}` : sql``} ${to ? sql`and ${id} ${upTo} ${to.id}` : sql``}`;
  }
  const type = keyTypeOf(field);
  const compare = (cursor: Cursor | undefined, sign: Statement) =>
    cursor === undefined || cursor.key === null
      ? sql``
      : sql`and (${key}, ${id}) ${sign} (${typed(type, cursor.key)}, ${cursor.id}::bigint)`;
  return sql`${key} is not null ${compare(after, beyond)} ${compare(until, upTo)}`;
}

function typed(type: KeyType, key: string): Statement {
  switch (type) {
    case 'text':
      return sql`${key}::text`;
    case 'bigint':
      return sql`${key}::bigint`;
    case 'double':
      return sql`${key}::double precision`;
    case 'timestamp':
      return sql`${key}::timestamptz`;
  }
}
