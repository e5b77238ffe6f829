// A database that another program uses stays as it is (spec/provisioning §1.5).
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { prepareInstallation } from '../../src/core/installation/index.ts';
import { addressOf, asAdministrator, dropDatabase, silent } from '../harness/scratch-database.ts';

const name = `hark_foreign_${process.pid}`;
const ownerUrl = addressOf(name);
const folder = mkdtempSync(join(tmpdir(), 'hark-foreign-'));
const dataDir = join(folder, 'data');
afterEach(async () => {
  await dropDatabase(name, { roles: true });
  rmSync(folder, { recursive: true, force: true });
});

const settings = {
  ownerUrl,
  dataDir,
  roleUrls: {},
  poolerUrl: undefined,
  secretKey: undefined,
  previousKey: undefined,
};
const prepare = () => prepareInstallation(settings, silent, { makeKey: true });
const ask = async (statement: string): Promise<unknown[]> =>
  (await asAdministrator((client) => client.query(statement), ownerUrl)).rows;
const relations = () => ask(`select relname from pg_class where relnamespace = 'public'::regnamespace`);
const roles = () => ask(`select rolname from pg_roles where starts_with(rolname, '${name}_')`);

test.each([
  ['a table that Hark has too', 'create table leads (id int)', '"leads"'],
  [
    'several tables',
    'create table customers (id int); create table orders (id int)',
    '2 tables, such as "customers"',
  ],
  [
    'the migrations of another program',
    'create table schema_migrations (version text)',
    '"schema_migrations"',
  ],
  ['a view', 'create view numbers as select 1', '"numbers"'],
])('is refused if it has %s, and nothing is left behind', async (_, statement, named) => {
  await asAdministrator((client) => client.query(`create database ${name}`));
  await ask(statement);
  const before = await relations();
  await expect(prepare()).rejects.toThrow(
    `The database "${name}" is used by another program: it contains ${named}. Hark needs a database of its own, and has changed nothing.`,
  );
  expect(await relations()).toEqual(before);
  expect(await roles()).toEqual([]);
  expect(existsSync(dataDir)).toBe(false);
});

test('is used if it contains only extensions, and again after that', async () => {
  await asAdministrator((client) => client.query(`create database ${name}`));
  await ask('create extension pg_stat_statements');
  await prepare();
  await prepare();
  expect(await roles()).not.toEqual([]);
});
