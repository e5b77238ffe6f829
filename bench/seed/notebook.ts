import type { Administrator } from '../../server/test/harness/scratch-database.ts';

/**
 * Records in the database what is already done, so interrupted seeding can resume. It uses a separate schema,
 * so Hark's tables stay as its migrations created them.
 */
export interface Notebook {
  has(step: string): Promise<boolean>;
  note(step: string): Promise<void>;
}

export async function openNotebook(client: Administrator): Promise<Notebook> {
  await client.query(`
    create schema if not exists bench;
    create table if not exists bench.steps (step text primary key);
    create table if not exists bench.indexes (name text primary key, definition text not null)`);
  return {
    has: async (step) =>
      (await client.query('select from bench.steps where step = $1', [step])).rows.length > 0,
    note: async (step) => {
      await client.query(`insert into bench.steps values ($1) on conflict do nothing`, [step]);
    },
  };
}
