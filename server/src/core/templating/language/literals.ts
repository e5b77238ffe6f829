import type { Expression } from './ast.ts';
import type { Cursor } from './cursor.ts';

type ParseExpression = () => Expression;

/** Twig's spellings of constants. */
const constants: ReadonlyMap<string, null | boolean> = new Map<string, null | boolean>([
  ['true', true],
  ['TRUE', true],
  ['false', false],
  ['FALSE', false],
  ['null', null],
  ['NULL', null],
  ['none', null],
  ['NONE', null],
]);

export const literal = (cursor: Cursor, value: null | boolean | number | string, at: number): Expression => ({
  kind: 'literal',
  value,
  at,
  depth: cursor.depthOver(at, []),
});

/** Returns the value of `true`, `null` and similar names; undefined for any other name. */
export const readConstant = (name: string): null | boolean | undefined => constants.get(name);

export function readNumber(cursor: Cursor): number {
  const { text, at } = cursor.take();
  const value = Number(text);
  if (!Number.isFinite(value)) throw cursor.problem('This number is too large.', at);
  return value;
}

/** Parses `[a, b, c]`, with an optional trailing comma. */
export function parseList(cursor: Cursor, parseExpression: ParseExpression): Expression {
  const { at } = cursor.take();
  const items: Expression[] = [];
  while (!cursor.isSign(']')) {
    refuseSpread(cursor);
    items.push(parseExpression());
    if (!cursor.takeSign(',')) break;
  }
  cursor.expectSign(']', 'after the list');
  return { kind: 'list', items, at, depth: cursor.depthOver(at, items) };
}

/** Parses `{a: 1, 'b': 2, 3: 4, (expression): 5}`, with an optional trailing comma. */
export function parseMap(cursor: Cursor, parseExpression: ParseExpression): Expression {
  const { at } = cursor.take();
  const entries: { key: Expression; value: Expression }[] = [];
  while (!cursor.isSign('}')) {
    refuseSpread(cursor);
    const key = parseKey(cursor, parseExpression);
    cursor.expectSign(':', 'after the key');
    entries.push({ key, value: parseExpression() });
    if (!cursor.takeSign(',')) break;
  }
  cursor.expectSign('}', 'after the map');
  const parts = entries.flatMap(({ key, value }) => [key, value]);
  return { kind: 'map', entries, at, depth: cursor.depthOver(at, parts) };
}

function parseKey(cursor: Cursor, parseExpression: ParseExpression): Expression {
  const { kind, text, at } = cursor.token;
  if (kind === 'name' || kind === 'string') return literal(cursor, cursor.take().text, at);
  if (kind === 'number') return literal(cursor, readNumber(cursor), at);
  if (kind === 'sign' && text === '(') {
    cursor.take();
    const key = parseExpression();
    cursor.expectSign(')', 'after the key');
    return key;
  }
  throw cursor.problem(
    `A key must be a name, quoted text, a number or an expression in parentheses, not ${cursor.found()}.`,
  );
}

/** Parses arguments from `(` to `)`. */
export function parseArguments(cursor: Cursor, parseExpression: ParseExpression): Expression[] {
  cursor.take();
  const args: Expression[] = [];
  while (!cursor.isSign(')')) {
    refuseSpread(cursor);
    if (cursor.token.kind === 'name' && cursor.next.kind === 'sign' && /^=>?$/.test(cursor.next.text)) {
      const isArrow = cursor.next.text === '=>';
      throw cursor.problem(
        isArrow
          ? "Arrow functions aren't supported."
          : "Named arguments aren't supported: pass arguments in order.",
      );
    }
    args.push(parseExpression());
    if (!cursor.takeSign(',')) break;
  }
  cursor.expectSign(')', 'after the arguments');
  return args;
}

function refuseSpread(cursor: Cursor): void {
  if (cursor.isSign('...')) throw cursor.problem("The ... operator isn't supported.");
}
