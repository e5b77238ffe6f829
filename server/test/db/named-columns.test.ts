// PostgreSQL rejects a prepared statement whose result columns have changed. So a statement that returns all columns of a
// table fails in every running process as soon as the next version adds a column (docs/design/migrations.md).
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../../src/', import.meta.url));
/** `given` is what the code calls a list of parameters, whose columns it defines itself. */
const allColumns = /(?:select|returning|,|\)) (?!given)(?:\w+\.)?\*(?! from \()/g;

/** Inside parentheses, all columns are fine, because they aren't the statement's result. */
function isResult(text: string, position: number): boolean {
  const before = text.slice(0, position + 1);
  return before.split('(').length === before.split(')').length;
}

const returningAll = (source: string): string[] =>
  [...source.matchAll(/sql`([^`]*)`/g)].flatMap(([, text = '']) =>
    [...text.matchAll(allColumns)].filter(({ index }) => isResult(text, index)).map(() => text.trim()),
  );

test.each([
  ['select * from runs where id = 1', 1],
  ['select l.*, w.name from listeners l', 1],
  ['select distinct on (subject_id) * from audit_entries', 1],
  ['delete from jobs returning *', 1],
  ['with gone as (delete from leads returning *) select id from gone', 0],
  ['select * from (select id from leads) found', 0],
  ['select count(*) from leads', 0],
])('finds statements that return all columns: %s', (statement, count) => {
  expect(returningAll(`sql\`${statement}\``)).toHaveLength(count);
});

test('every statement names the columns that it returns', () => {
  const found = globSync('**/*.ts', { cwd: folder }).flatMap((file) =>
    returningAll(readFileSync(`${folder}${file}`, 'utf8')).map((statement) => `${file}: ${statement}`),
  );
  expect(found).toEqual([]);
});
