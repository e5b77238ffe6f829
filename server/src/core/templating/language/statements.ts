import type { Expression, Statement, Target, TemplateTree } from './ast.ts';
import { Cursor } from './cursor.ts';
import { parseExpression } from './expressions.ts';
import { readConstant } from './literals.ts';
import { scan } from './scanner.ts';
import type { Token } from './token.ts';

/** Twig tags that aren't supported (spec/templates §1.4). The error message mentions that. */
const missingTags = new Set(
  'apply autoescape block cache deprecated do embed extends filter flush from guard import include macro props raw sandbox spaceless types use verbatim with'.split(
    ' ',
  ),
);
const closings = new Set(['else', 'elseif', 'endif', 'endfor', 'endset']);

/** Parses a template (spec/templates §1.1). Throws a problem with the code `syntax` at the first error. */
export function parseTemplate(source: string): TemplateTree {
  const cursor = new Cursor(scan(source));
  const statements = parseBody(cursor);
  if (cursor.token.kind !== 'end') {
    throw cursor.problem(`${cursor.next.text} has no matching opening tag.`, cursor.next.at);
  }
  const [only] = statements;
  const isWhole = statements.length === 1 && only?.kind === 'print' && !hasMore(source, only.end);
  return { statements, whole: isWhole ? only.of : undefined };
}

/** Returns whether there is anything around the single `{{ }}` in the source, even a comment or a space. */
const hasMore = (source: string, end: number): boolean => !source.startsWith('{{') || end !== source.length;

const isClosing = ({ kind, text }: Token): boolean => kind === 'name' && closings.has(text);

/**
 * Parses statements up to the end of the source, or up to a tag that closes or continues the enclosing tag.
 */
function parseBody(cursor: Cursor): Statement[] {
  return cursor.deeper(() => {
    const statements: Statement[] = [];
    for (;;) {
      const { kind, text } = cursor.token;
      if (kind === 'end' || (kind === 'open-tag' && isClosing(cursor.next))) return statements;
      if (kind === 'text') {
        cursor.take();
        statements.push({ kind: 'text', text });
      } else statements.push(kind === 'open-print' ? parsePrint(cursor) : parseTag(cursor));
    }
  });
}

function parsePrint(cursor: Cursor): Statement {
  const { at } = cursor.take();
  const of = parseExpression(cursor);
  const { end } = cursor.token;
  expectClose(cursor);
  return { kind: 'print', of, at, end };
}

function expectClose(cursor: Cursor): void {
  if (cursor.isSign('=>')) throw cursor.problem("Arrow functions aren't supported.");
  if (cursor.token.kind !== 'close') {
    throw cursor.problem(`Expected an operator or the end of the tag, but found ${cursor.found()}.`);
  }
  cursor.take();
}

function parseTag(cursor: Cursor): Statement {
  cursor.take();
  const { kind, text: tag, at } = cursor.take();
  if (kind === 'name') {
    if (tag === 'if') return parseIf(cursor);
    if (tag === 'for') return parseFor(cursor, at);
    if (tag === 'set') return parseSet(cursor, at);
    if (missingTags.has(tag)) {
      throw cursor.problem(`The tag ${tag} isn't supported. Use if, for or set.`, at);
    }
  }
  throw cursor.problem("This tag doesn't exist. Use if, for or set.", at);
}

function parseIf(cursor: Cursor): Statement {
  const branches: { test: Expression; body: Statement[] }[] = [];
  let otherwise: Statement[] = [];
  let tag = 'elseif';
  while (tag === 'elseif') {
    const test = parseExpression(cursor);
    expectClose(cursor);
    branches.push({ test, body: parseBody(cursor) });
    tag = takeClosing(cursor, ['elseif', 'else', 'endif'], 'if');
  }
  if (tag === 'else') {
    expectClose(cursor);
    otherwise = parseBody(cursor);
    takeClosing(cursor, ['endif'], 'if');
  }
  expectClose(cursor);
  return { kind: 'if', branches, otherwise };
}

/** Consumes the `{% name` of a tag that continues or closes another tag. @returns the name */
function takeClosing(cursor: Cursor, allowed: readonly string[], opened: string): string {
  if (cursor.token.kind === 'end') throw cursor.problem(`{% ${opened} %} has no {% end${opened} %}.`);
  cursor.take();
  const { text, at } = cursor.take();
  if (!allowed.includes(text)) {
    throw cursor.problem(`Expected ${allowed.join(' or ')}, but found ${text}.`, at);
  }
  return text;
}

function parseFor(cursor: Cursor, at: number): Statement {
  let value = parseTarget(cursor);
  let key: Target | undefined;
  if (cursor.takeSign(',')) {
    key = value;
    value = parseTarget(cursor);
  }
  if (!cursor.takeName('in')) throw cursor.problem(`Expected "in", but found ${cursor.found()}.`);
  const of = parseExpression(cursor);
  if (cursor.is('name', 'if'))
    throw cursor.problem("{% for %} can't have a condition. Put {% if %} inside it.");
  expectClose(cursor);
  const body = parseBody(cursor);
  let otherwise: Statement[] = [];
  if (takeClosing(cursor, ['else', 'endfor'], 'for') === 'else') {
    expectClose(cursor);
    otherwise = parseBody(cursor);
    takeClosing(cursor, ['endfor'], 'for');
  }
  expectClose(cursor);
  return { kind: 'for', key, value, of, body, otherwise, at };
}

function parseTarget(cursor: Cursor): Target {
  const { kind, text: name, at } = cursor.take();
  if (kind !== 'name' || readConstant(name) !== undefined || reservedWords.has(name)) {
    throw cursor.problem('Expected a name for the variable.', at);
  }
  return { name, at };
}

const reservedWords = new Set(['in', 'is', 'not', 'and', 'or']);

function parseSet(cursor: Cursor, at: number): Statement {
  const targets = [parseTarget(cursor)];
  while (cursor.takeSign(',')) targets.push(parseTarget(cursor));
  const [first] = targets;
  if (cursor.token.kind === 'close' && targets.length === 1 && first) {
    expectClose(cursor);
    const body = parseBody(cursor);
    takeClosing(cursor, ['endset'], 'set');
    expectClose(cursor);
    return { kind: 'capture', target: first, body, at };
  }
  cursor.expectSign('=', 'after the name');
  const pairs = targets.map((target, index) => {
    if (index > 0) cursor.expectSign(',', 'and a value for each name');
    return { target, value: parseExpression(cursor) };
  });
  expectClose(cursor);
  return { kind: 'set', pairs };
}
