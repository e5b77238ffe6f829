import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findErrorSites } from './error-sites.ts';
import { reachedFrom } from './reached-code.ts';

const base = `
  export class HarkError extends Error {
    constructor(kind: string, code: string, message: string, options = {}) { super(message); }
  }
  export const invalid = (code: string, message: string) => new HarkError('invalid', code, message);
`;
let root = '';

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'hark-errors-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Reads a small source tree, given as file names with their content. */
function read(files: Record<string, string>) {
  const names = Object.entries({ 'errors.ts': base, ...files }).map(([name, text]) => {
    const file = path.join(root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  });
  const program = ts.createProgram(names, { noLib: true, allowImportingTsExtensions: true, noEmit: true });
  const sources = names.flatMap((name) => program.getSourceFile(name) ?? []);
  return { program, sites: () => findErrorSites(program, sources) };
}

const found = (text: string) =>
  read({ 'feature.ts': `import { HarkError, invalid } from './errors.ts';\n${text}` })
    .sites()
    .map(({ kind, code, message }) => `${kind} ${code}: ${message}`)
    .sort();

describe('the error search', () => {
  test('reads kind, code and message, replacing constants with their values and other expressions with their names', () => {
    const text = `const most = 5;
      export function check(given: { size: number }) {
        if (given.size > most) throw invalid('too_big', \`\${given.size}: at most \${most}.\`);
        throw new HarkError('not-found', 'gone', 'It is gone.');
      }`;
    expect(found(text)).toEqual(['invalid too_big: <size>: at most 5.', 'not-found gone: It is gone.']);
  });

  test('follows arguments through functions and classes that pass them on', () => {
    const text = `const refuse = (code: string, says: string) => new HarkError('unauthenticated', code, \`No: \${says}.\`);
      class Stop extends HarkError { constructor(message: string) { super('conflict', 'stopped', message); } }
      export function act() { throw refuse('unknown', 'who'); }
      export function halt() { throw new Stop('Halt.'); }`;
    expect(found(text)).toEqual(['conflict stopped: Halt.', 'unauthenticated unknown: No: who.']);
  });

  test('finds an error that is created by a function passed as a value', () => {
    const text = `const refuse = (says: string) => invalid('bad', says);
      export const all = ['a'].map(refuse);`;
    expect(found(text)).toEqual(['invalid bad: <says>']);
  });

  test.each([
    ['computed', `export const act = (given: { code: string }) => invalid(given.code, 'Text.');`],
    [
      'passed as a value',
      `const refuse = (code: string) => invalid(code, 'Text.'); export const all = ['a'].map(refuse);`,
    ],
    ['chosen', `export const act = (is: boolean) => invalid(is ? 'a' : 'b', 'Text.');`],
  ])('fails on a code that is %s, and names the line', (_how, text) => {
    expect(() => found(text)).toThrow(/feature\.ts:2 creates an error whose kind or code is not a literal/);
  });

  test('fails on an error class without a constructor', () => {
    expect(() => found('export class Other extends HarkError {}')).toThrow('has no constructor');
  });

  test('finds the errors reachable from an entry point, and none behind an excluded function', () => {
    const { program, sites } = read({
      'deep.ts': `import { invalid } from './errors.ts';
        export const deep = () => invalid('deep', 'Text.');
        export const shut = () => invalid('shut', 'Text.');
        export const other = () => invalid('other', 'Text.');`,
      'index.ts': `export { deep, other, shut } from './deep.ts';`,
      'door.ts': `import { deep, shut } from './index.ts';
        export function door() { deep(); shut(); }`,
    });
    const closed = [{ file: 'deep.ts', name: 'shut' }];
    const reached = reachedFrom(program, root, [{ file: 'door.ts', name: 'door' }], closed);
    const codes = sites().filter(({ node }) => reached.has(node));
    expect(codes.map(({ code }) => code)).toEqual(['deep']);
    expect(() => reachedFrom(program, root, [{ file: 'door.ts', name: 'gate' }])).toThrow('There is no gate');
  });
});

test('docs/generated/errors.md lists exactly the codes that a plain text search finds in the sources', () => {
  const folder = new URL('../server/src/', import.meta.url).pathname;
  const text = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n');
  const page = readFileSync(new URL('../docs/generated/errors.md', import.meta.url), 'utf8');
  const made = /(?:\b(?:invalid|conflict|unavailable|fault)\(|HarkError\(\s*'[a-z-]+',)\s*'(\w+)'/g;
  const inSources = new Set([...text.matchAll(made)].map(([, code]) => code ?? ''));
  const inPage = new Set([...page.matchAll(/^\| (?:\d+ \| )?`(\w+)` \|/gm)].map(([, code]) => code ?? ''));
  expect([...inSources].filter((code) => !inPage.has(code))).toEqual([]);
  expect([...inPage].filter((code) => !text.includes(`'${code}'`))).toEqual([]);
  expect(inPage.size).toBeGreaterThan(80);
});

describe('docs/generated/errors.md', () => {
  const page = readFileSync(new URL('../docs/generated/errors.md', import.meta.url), 'utf8');
  const sectionOf = (title: string) => page.split(/^## /m).find((section) => section.startsWith(title)) ?? '';

  test('lists the exact bodies of rejections, and the response for a failed run (spec/listeners §5.1, §7.2)', () => {
    const listeners = sectionOf('Listeners');
    expect(listeners).toContain('| 403 | `missing_token` | text | `Missing authentication token` |');
    expect(listeners).toContain('`Not authorized. Invalid or expired token. <token>`');
    expect(listeners).toContain('`Not authorized. Invalid key. <token>`');
    expect(listeners).toContain('| 403 | `origin_not_allowed` | empty |');
    expect(listeners).toMatch(/\| 500 \| .* \| nested \| `The workflow failed\.` \|/);
  });

  test('lists API key errors only for surfaces that accept an API key', () => {
    const keyErrors = /`(?:invalid_grant|api_key_disabled)` \| unauthenticated/;
    expect(sectionOf('REST API')).toMatch(keyErrors);
    expect(sectionOf('Agents')).toContain('`invalid_token`');
    expect(sectionOf('Agents')).not.toMatch(keyErrors);
  });
});
