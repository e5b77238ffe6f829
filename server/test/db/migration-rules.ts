import type { Migration } from '../../src/db/migrations/migrations.ts';

type Written = Pick<Migration, 'name' | 'text'>;

/** Large tables, on which a statement that reads every row under a lock blocks requests. */
const growing = /^(?:runs|run_steps|leads|lead_history|audit_entries|refused_requests)$/;

/** Clauses that take something away from the version before. */
const contractions: readonly [clause: RegExp, problem: string][] = [
  [/^(?:drop|truncate|delete|revoke) /, 'removes something'],
  [/^alter .*\brename\b/, 'renames something'],
  [/^alter .*\bdrop\b/, 'removes something'],
  [/^alter .*\balter (?:column )?\w+ (?:set data )?type\b/, 'changes a type'],
  [/^alter .*\bset not null\b/, 'requires a value that the version before may leave out'],
  [/^create unique index/, 'rejects rows that the version before may write'],
];

/** Returns the statements, in lower case, without comments, function bodies and repeated white space. */
const statementsOf = (text: string): string[] =>
  text
    .replace(/--.*$/gm, '')
    .replace(/\$\$.*?\$\$/gs, '')
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim());

const isCreatedIn = (statements: readonly string[]) => (table: string) =>
  statements.some((statement) => statement.startsWith(`create table ${table} `));

const alterTable = /^alter table (?:only )?(\w+) (.*)/;

/** Splits the clauses of an `alter table` at commas outside parentheses. */
const clausesOf = (list: string): string[] => list.split(/,\s*(?![^()]*\))/);

/** Lists what in a migration locks a table for long (docs/design/migrations.md). */
export function findLongLocks({ name, text }: Written): string[] {
  const statements = statementsOf(text);
  const isNew = isCreatedIn(statements);
  return statements.flatMap((statement) => {
    const [, indexed] = /^create (?:unique )?index \w+ on (\w+)/.exec(statement) ?? [];
    if (indexed !== undefined && !name.endsWith('.concurrently.sql') && !isNew(indexed))
      return [`${indexed}: put this index into a separate .concurrently.sql file`];
    const [, table, list = ''] = alterTable.exec(statement) ?? [];
    if (table === undefined || isNew(table)) return [];
    return growing.test(table) && /\bcheck \(/.test(list) && !/\bnot valid\b/.test(list)
      ? [`${table}: this check reads every row under a lock; add it as not valid`]
      : [];
  });
}

/** Lists what in a migration the version before can't run with, unless the file declares what it needs. */
export function findContractions({ text }: Written): string[] {
  if (/^-- needs: \d{4}\n/.test(text)) return [];
  const statements = statementsOf(text);
  const isNew = isCreatedIn(statements);
  return statements.flatMap((statement) => {
    const [, table, list = ''] = alterTable.exec(statement) ?? [];
    if (table !== undefined && isNew(table)) return [];
    const [, hidden] = /^revoke execute on function (\w+)\(/.exec(statement) ?? [];
    if (hidden !== undefined && statements.some((one) => one.startsWith(`create function ${hidden}(`)))
      return [];
    const added = new Set(
      [...list.matchAll(/\badd column (?:if not exists )?(\w+)/g)].map(([, name]) => name),
    );
    const problems = contractions.filter(([clause]) => clause.test(statement)).map(([, problem]) => problem);
    for (const clause of table === undefined ? [] : clausesOf(list)) {
      if (
        clause.startsWith('add column') &&
        /\bnot null\b/.test(clause) &&
        !/\b(?:default|generated)\b/.test(clause)
      )
        problems.push('adds a required column without a default');
      // A rule about columns that are new in this statement doesn't concern the version before.
      const isOfNewColumns = [...added].some((name) => new RegExp(`\\b${name}\\b`).test(clause));
      if (/^add (?:constraint|check|unique|primary|foreign|exclude)\b/.test(clause) && !isOfNewColumns)
        problems.push('rejects rows that the version before may write');
    }
    return problems.map((problem) => `${problem}: ${statement}`);
  });
}

/** Returns the existing tables that a migration alters. Each needs a lock, and requests wait for all of them. */
export function alteredTables({ text }: Written): string[] {
  const statements = statementsOf(text);
  const tables = statements.flatMap((statement) => alterTable.exec(statement)?.[1] ?? []);
  const isNew = isCreatedIn(statements);
  return [...new Set(tables)].filter((table) => !isNew(table));
}
