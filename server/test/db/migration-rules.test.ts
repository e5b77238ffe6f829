// The rules for migrations in docs/design/migrations.md.
import { describe, expect, test } from 'vitest';
import { readMigrations } from '../../src/db/migrations/migrations.ts';
import { nextMigrations } from '../drills/versions.ts';
import { alteredTables, findContractions, findLongLocks } from './migration-rules.ts';

const known = readMigrations();
/** Migrations up to 0018 never ran on an installation with data, and the version before 0033 was never released. */
const [withData, sinceRelease] = [known.slice(18), known.slice(32)];
const ofDrill = nextMigrations.map((text) => ({ name: 'drill.sql', text }));
const file = (text: string) => ({ name: '0033_x.sql', text });

describe('the shipped migrations', () => {
  test('never lock a potentially large table for long', () => {
    expect([...withData, ...ofDrill].flatMap(findLongLocks)).toEqual([]);
  });

  test('only add things, so that the version before keeps running', () => {
    expect([...sinceRelease, ...ofDrill].flatMap(findContractions)).toEqual([]);
  });

  test('alter one existing table per file, so that requests never wait for several locks', () => {
    for (const migration of [...sinceRelease, ...ofDrill])
      expect(alteredTables(migration).length, migration.name).toBeLessThan(2);
  });

  test('name an earlier migration if they need one', () => {
    for (const { number, text } of sinceRelease)
      expect(Number(/^-- needs: (\d{4})\n/.exec(text)?.[1] ?? 0)).toBeLessThan(number);
  });
});

describe('the rules', () => {
  test.each([
    'drop table notes',
    'alter table runs drop column trace',
    'alter table runs rename column trace to traced',
    'alter table runs alter column depth type bigint',
    'alter table runs alter depth set not null',
    'alter table runs add column more text not null',
    'alter table runs add column a text default 1, add column b text not null',
    'alter table runs add constraint small check (depth < 5) not valid',
    'create unique index concurrently one on runs (depth)',
    'delete from attempts',
    '-- A comment.\nALTER TABLE runs\n  DROP COLUMN trace;',
  ])('reject: %s', (text) => {
    expect(findContractions(file(text))).toHaveLength(1);
  });

  test.each([
    'alter table runs add column more text',
    'alter table runs add column more numeric(3, 1) not null default 0',
    "alter table runs add column kind text, add constraint kinds check (kind in ('a', 'b')) not valid",
    'create table notes (id bigint); alter table notes add constraint positive check (id > 0)',
    'create function more() returns int language sql as $$ delete from attempts; select 1 $$',
    "update users set name = 'drop'",
    '-- needs: 0032\nalter table runs drop column trace',
  ])('accept: %s', (text) => {
    expect(findContractions(file(text))).toEqual([]);
  });

  test('find an index and a check that block writes, and several tables in one file', () => {
    expect(findLongLocks(file('create index slow on runs (depth)'))).toHaveLength(1);
    expect(findLongLocks(file('alter table runs add check (depth < 5)'))).toHaveLength(1);
    expect(alteredTables(file('alter table runs add a text; alter table leads add a text'))).toHaveLength(2);
  });
});
