import type { Administrator } from '../../server/test/harness/scratch-database.ts';
import type { SeedShape } from './shape.ts';

/**
 * What is done already, kept in the database itself so that a seeding that was stopped goes on where it was. In a schema of
 * its own: the product's tables stay as its migrations made them.
 */
export interface Notebook {
  has(step: string): Promise<boolean>;
  note(step: string): Promise<void>;
}

/** Opens the notebook; refuses a database that was begun with other numbers. */
export async function openNotebook(client: Administrator, shape: SeedShape): Promise<Notebook> {
  await client.query(`
    create schema if not exists bench;
    create table if not exists bench.steps (step text primary key);
    create table if not exists bench.indexes (name text primary key, definition text not null);
    create table if not exists bench.shape (shape text not null)`);
  const wanted = JSON.stringify(shape);
  const { rows } = await client.query<{ shape: string }>('select shape from bench.shape');
  const [begun] = rows;
  if (begun && begun.shape !== wanted) {
    throw new Error(`This database was begun with ${begun.shape}. Drop it, or give another --database.`);
  }
  if (!begun) await client.query('insert into bench.shape values ($1)', [wanted]);
  return {
    has: async (step) =>
      (await client.query('select from bench.steps where step = $1', [step])).rows.length > 0,
    note: async (step) => {
      await client.query(`insert into bench.steps values ($1) on conflict do nothing`, [step]);
    },
  };
}

/** The shape of a seeded database, or undefined when it is not finished. */
export async function readShape(client: Administrator): Promise<SeedShape | undefined> {
  const { rows: tables } = await client.query(
    "select from pg_tables where schemaname = 'bench' and tablename = 'shape'",
  );
  if (tables.length === 0) return undefined;
  const { rows } = await client.query<{ shape: string }>(
    "select shape from bench.shape where exists (select from bench.steps where step = 'finished')",
  );
  return rows[0] && (JSON.parse(rows[0].shape) as SeedShape);
}
