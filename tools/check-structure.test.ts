import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findBreaches, readImportRules } from './check-structure.ts';
import { BREACHES, DEVELOPMENT_PACKAGES, KEEPS_THE_RULES, RUNTIME_PACKAGES } from './planted-breaches.ts';

const importRules = await readImportRules();
const seenToFail = new Set<string>();
let root = '';

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'hark-structure-'));
  for (const [file, imports] of Object.entries(KEEPS_THE_RULES)) plant(file, sourceText(file, imports));
  plant('server/test/builders.ts', 'export const builder = 1;\n');
  plant('package.json', JSON.stringify({ devDependencies: asDependencies(DEVELOPMENT_PACKAGES) }));
  plant('server/package.json', JSON.stringify({ dependencies: asDependencies(RUNTIME_PACKAGES) }));
  for (const name of [...RUNTIME_PACKAGES, ...DEVELOPMENT_PACKAGES]) {
    plant(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
    plant(`node_modules/${name}/index.js`, 'module.exports = {};\n');
  }
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the structure check', () => {
  test('finds nothing in a tree that follows the rules', async () => {
    expect(await findBreaches(root, importRules)).toEqual([]);
  });

  const cases = Object.entries(BREACHES).flatMap(([rule, breaches]) =>
    breaches.map(([file, imports]) => ({ rule, file, imports })),
  );
  test.each(cases)('reports $rule, and nothing else, when $file imports "$imports"', async (breach) => {
    plant(breach.file, sourceText(breach.file, [...(KEEPS_THE_RULES[breach.file] ?? []), breach.imports]));
    const findings = await findBreaches(root, importRules);
    expect(new Set(findings.map((finding) => finding.rule))).toEqual(new Set([breach.rule]));
    expect(findings[0]?.where).toContain(breach.file);
    expect(findings[0]?.advice).not.toBe('');
    seenToFail.add(breach.rule);
  });

  test('has a failing example for every import rule', () => {
    expect(new Set(importRules.ruleSet?.forbidden?.map((rule) => rule.name))).toEqual(seenToFail);
  });

  test.each([
    [
      'a type import',
      "import type { Pool } from 'pg';\nexport type Handle = Pool;\n",
      'sql-packages-only-in-db',
    ],
    ['a dynamic import', "export const load = () => import('pg');\n", 'sql-packages-only-in-db'],
    [
      'a re-export',
      "export { createServer } from '../../http/server/server.ts';\n",
      'core-imports-only-lib-db-and-core',
    ],
  ])('detects %s', async (_kind, text, rule) => {
    plant(
      'server/src/core/leads/list-leads.ts',
      sourceText('', ['../../lib/errors.ts', './lead-store.ts']) + text,
    );
    expect(await rulesBroken()).toContain(rule);
  });

  test('fails if dependency-cruiser reads fewer modules than there are source files', async () => {
    const blind = { ...importRules, exclude: { path: '^server/src/lib/' } };
    const unread = (await findBreaches(root, blind)).filter(
      ({ rule }) => rule === 'every-source-file-is-read',
    );
    expect(unread.map(({ where }) => where)).toEqual([
      'server/src/lib/clock.ts',
      'server/src/lib/egress/exchange.ts',
      'server/src/lib/errors.ts',
      'server/src/lib/mail.ts',
    ]);
  });

  test('fails if dependency-cruiser reads no modules', async () => {
    const findings = await findBreaches(root, { ...importRules, exclude: { path: '.' } });
    expect(findings).toHaveLength(Object.keys(KEEPS_THE_RULES).length);
  });

  test.each([
    ['a function', 'export function f(): void {}\n'],
    ['a constant', 'export const limit = 100;\n'],
    ['a wildcard re-export', "export * from './list-leads.ts';\n"],
    ['an import', "import './list-leads.ts';\n"],
  ])("rejects %s in a folder's index.ts", async (_kind, text) => {
    const frontDoor = 'server/src/core/leads/index.ts';
    plant(frontDoor, readFileSync(path.join(root, frontDoor), 'utf8') + text);
    expect(await rulesBroken()).toEqual(['front-doors-only-re-export']);
  });

  test.each([
    "import 'fastify';\nexport const read = (context: any) => context.db.withWorkspace(1);\n",
    "import 'fastify';\nexport const read = ({ db }: any) => 1;\n",
    "import 'fastify';\nexport const read = (change: any) => change.transaction;\n",
  ])('rejects a surface that uses the database: %j', async (text) => {
    plant('server/src/http/api/leads/list-leads.ts', text);
    expect(await rulesBroken()).toEqual(['surfaces-call-no-database']);
  });

  test.each([
    'new URL(request.url ?? "/", address);\n',
    'new URL(originForm(request.originalUrl), address);\n',
    'URL.parse("http://here" + url);\n',
    'URL.canParse(target);\n',
  ])("rejects a surface that parses a request's target as a URL: %s", async (text) => {
    plant('server/src/http/api/leads/list-leads.ts', text);
    expect(await rulesBroken()).toEqual(['targets-are-not-parsed']);
  });

  test('accepts the file that handles targets, and other URLs', async () => {
    plant('server/src/http/base/request-target.ts', 'import "node:url";\nnew URL(target, "http://here");\n');
    plant('server/src/http/api/leads/list-leads.ts', 'import "node:url";\nnew URL(workspace.baseUrl);\n');
    expect(await rulesBroken()).toEqual([]);
  });

  test('rejects folders nested more than four deep below src', async () => {
    plant('server/src/http/api/leads/fields/list/row.ts', "import 'fastify';\n");
    expect(await rulesBroken()).toEqual(['folders-at-most-four-deep']);
  });

  test('rejects a folder with more than twenty files', async () => {
    for (let number = 0; number < 19; number++)
      plant(`server/src/core/leads/rule-${number}.ts`, "import 'node:path';\n");
    expect(await rulesBroken()).toEqual(['folders-are-not-crowded']);
  });

  test.each([
    'server/src/lib/utils.ts',
    'server/src/lib/helpers.ts',
    'server/src/core/leads/types.ts',
    'server/src/core/leads/list-leads-v2.ts',
    'web/src/common/button.ts',
    'tools/util.ts',
  ])('rejects the name %s', async (file) => {
    plant(file, "import 'node:path';\n");
    expect(await rulesBroken()).toEqual(['names-say-what-is-inside']);
  });
});

async function rulesBroken(): Promise<string[]> {
  return (await findBreaches(root, importRules)).map((finding) => finding.rule);
}

function plant(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

function sourceText(file: string, imports: string[]): string {
  const toLine = (target: string) =>
    file.endsWith('index.ts') && file.includes('/core/')
      ? `export { it } from '${target}';`
      : `import '${target}';`;
  return `${imports.filter(Boolean).map(toLine).join('\n')}\n`;
}

function asDependencies(names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, '1.0.0']));
}
