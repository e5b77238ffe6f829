import { describe, expect, test } from 'vitest';
import { type Statement, sql } from '../../src/db/driver/sql.ts';
import type { WorkspaceId } from '../../src/lib/ids.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
/** What PostgreSQL makes of a parameter. */
const told = async (statement: Statement) => {
  const { db } = database.current;
  const row = await db.read(1 as WorkspaceId, (tx) => tx.one<{ told: unknown }>(statement));
  return row.told;
};

describe('a parameter arrives as it is:', () => {
  const texts = ['', 'a', `it's "quoted"`, 'back\\slash\\"', '{x,y}', 'NULL', ' ', 'ü\n'];
  test.each(texts)('text %j, alone and in a list', async (text) => {
    expect(await told(sql`select ${text}::text as told`)).toBe(text);
    const list = [text, 'b', text];
    expect(await told(sql`select to_jsonb(${list}::text[]) as told`)).toEqual(list);
  });

  test('numbers, switches, nothing, bytes, lists', async () => {
    expect(await told(sql`select ${-1.5}::double precision as told`)).toBe(-1.5);
    expect(await told(sql`select ${2 ** 53 - 1}::bigint as told`)).toBe(2 ** 53 - 1);
    expect(await told(sql`select ${true}::boolean as told`)).toBe(true);
    expect(await told(sql`select ${null}::text as told`)).toBeNull();
    expect(await told(sql`select ${Buffer.from([0, 255, 92])}::bytea as told`)).toEqual(
      Buffer.from([0, 255, 92]),
    );
    expect(await told(sql`select to_jsonb(${[1, 2, -3]}::bigint[]) as told`)).toEqual([1, 2, -3]);
    expect(await told(sql`select to_jsonb(${[] as string[]}::text[]) as told`)).toEqual([]);
  });

  test.each([
    '2026-11-15T09:00:00.123Z',
    '0001-01-01T00:00:00.000Z',
    '+012345-06-07T08:09:10.011Z',
    '-000001-06-07T08:09:10.011Z',
    '0000-12-31T23:59:59.999Z',
  ])('the moment %s', async (text) => {
    const moment = new Date(text);
    const seconds = await told(
      sql`select extract(epoch from ${moment}::timestamptz)::double precision as told`,
    );
    expect(seconds).toBe(moment.getTime() / 1000);
  });
});

test('an answer is read in the same way each time, although its shape is told once', async () => {
  const { db } = database.current;
  const ask = (text: string | null, rows: number) =>
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
    expect(await ask(text, rows)).toEqual(expected);
  }
});
