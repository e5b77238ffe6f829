import { createHash } from 'node:crypto';
import { invalid } from '../../lib/errors.ts';
import { shown } from '../../lib/shown.ts';

type Query = Readonly<Record<string, unknown>>;

/** How a caller walks through a list by cursor (spec/rest-api §6.5). */
interface ListWalk {
  /** The last record of the page before; undefined on the first page. */
  readonly last: number | undefined;
  /** Returns the cursor for the page after a record. */
  next(last: number): string;
}

/**
 * Reads `after`. `list` identifies the list and its filters, because a cursor belongs to one of them. Returns undefined
 * if the caller doesn't walk by cursor.
 */
export function readWalk({ after, start, page }: Query, list: unknown): ListWalk | undefined {
  if (after === undefined) return undefined;
  if (start !== undefined || page !== undefined)
    throw invalid('bad_cursor', 'after: cannot be combined with start or page.');
  const mark = createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 8);
  return {
    last: after === '' ? undefined : readCursor(after, mark),
    next: (last) => Buffer.from(`${mark}.${last}`).toString('base64url'),
  };
}

function readCursor(cursor: unknown, mark: string): number {
  const text = typeof cursor === 'string' ? Buffer.from(cursor, 'base64url').toString() : '';
  const [ofList, last = ''] = text.split('.');
  if (ofList === mark && /^\d{1,15}$/.test(last)) return Number(last);
  throw invalid('bad_cursor', 'after: is not a cursor of this list.');
}

/**
 * Reads `fields`, a list of top-level fields separated by commas (spec/rest-api §6.6). The returned function keeps only
 * these fields and the ID of a record.
 */
export function readFields<Field extends string>(
  { fields }: Query,
  known: readonly Field[],
): (record: Readonly<Record<Field, unknown>>) => Partial<Record<Field, unknown>> {
  if (fields === undefined || fields === '') return (record) => ({ ...record });
  const wanted = String(fields).split(',');
  const unknown = wanted.find((name) => !known.some((field) => field === name));
  if (unknown !== undefined) throw invalid('unknown_field', `fields: there is no field "${shown(unknown)}".`);
  const kept = new Set<string>(['id', ...wanted]);
  return (record) =>
    Object.fromEntries(
      known.filter((field) => kept.has(field)).map((field) => [field, record[field]]),
    ) as Partial<Record<Field, unknown>>;
}
