import { describe, expect, test } from 'vitest';
import { type Statement, sql } from '../../src/db/driver/sql.ts';
import type { WorkspaceId } from '../../src/lib/ids.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
/** Returns a parameter as PostgreSQL received it. */
const echoed = async (statement: Statement) => {
  const { db } = database.current;
  const row = await db.read(1 as WorkspaceId, (tx) => tx.one<{ echoed: unknown }>(statement));
  return row.echoed;
};

describe('a parameter arrives unchanged:', () => {
  const texts = ['', 'a', `it's "quoted"`, 'back\\slash\\"', '{x,y}', 'NULL', ' ', 'ü\n'];
  test.each(texts)('text %j, alone and in a list', async (text) => {
    expect(await echoed(sql`select ${text}::text as echoed`)).toBe(text);
    const list = [text, 'b', text];
    expect(await echoed(sql`select to_jsonb(${list}::text[]) as echoed`)).toEqual(list);
  });

  test('numbers, booleans, null, bytes, arrays', async () => {
    expect(await echoed(sql`select ${-1.5}::double precision as echoed`)).toBe(-1.5);
    expect(await echoed(sql`select ${2 ** 53 - 1}::bigint as echoed`)).toBe(2 ** 53 - 1);
    expect(await echoed(sql`select ${true}::boolean as echoed`)).toBe(true);
    expect(await echoed(sql`select ${null}::text as echoed`)).toBeNull();
    expect(await echoed(sql`select ${Buffer.from([0, 255, 92])}::bytea as echoed`)).toEqual(
      Buffer.from([0, 255, 92]),
    );
    expect(await echoed(sql`select to_jsonb(${[1, 2, -3]}::bigint[]) as echoed`)).toEqual([1, 2, -3]);
    expect(await echoed(sql`select to_jsonb(${[] as string[]}::text[]) as echoed`)).toEqual([]);
  });

  test.each([
    '2026-11-15T09:00:00.123Z',
    '0001-01-01T00:00:00.000Z',
    '+012345-06-07T08:09:10.011Z',
    '-000001-06-07T08:09:10.011Z',
    '0000-12-31T23:59:59.999Z',
  ])('the time %s', async (text) => {
    const moment = new Date(text);
    const seconds = await echoed(
      sql`select extract(epoch from ${moment}::timestamptz)::double precision as echoed`,
    );
    expect(seconds).toBe(moment.getTime() / 1000);
  });
});

test('results are decoded the same way every time, although PostgreSQL describes the columns only once', async () => {
  const { db } = database.current;
  const select = (text: string | null, rows: number) =>
    db.read(1 as WorkspaceId, (tx) =>
      tx.query(
        sql`select n::bigint as n, ${text}::text as text, now() as at from generate_series(1, ${rows}) n`,
      ),
    );
  for (const [text, rows] of [
    ['a', 2],
    [null, 0],
    ['b', 3],
  ] as const) {
    const expected = Array.from({ length: rows }, (_, index) => ({
      n: index + 1,
      text,
      at: expect.any(Date),
    }));
    expect(await select(text, rows)).toEqual(expected);
  }
});
