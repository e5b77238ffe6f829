import type { ChainOperator, Expression, Link } from './ast.ts';
import type { Cursor } from './cursor.ts';
import { literal, parseArguments, parseList, parseMap, readConstant, readNumber } from './literals.ts';

/** Operator precedence, as in Twig 3. All of these are left-associative. */
const binding: ReadonlyMap<string, number> = new Map([
  ['or', 10],
  ['and', 15],
  ['==', 20],
  ['!=', 20],
  ['<', 20],
  ['<=', 20],
  ['>', 20],
  ['>=', 20],
  ['in', 20],
  ['not in', 20],
  ['starts with', 20],
  ['ends with', 20],
  ['..', 25],
  ['+', 30],
  ['-', 30],
  ['~', 40],
  ['*', 60],
  ['/', 60],
  ['//', 60],
  ['%', 60],
]);
const bindingOfNot = 50;
const bindingOfTest = 100;
const bindingOfPower = 200;
const bindingOfCoalesce = 300;
const bindingOfMinus = 500;

const twoWords: ReadonlyMap<string, string> = new Map([
  ['not', 'in'],
  ['starts', 'with'],
  ['ends', 'with'],
]);
const missingOperators = new Set(['matches', 'xor', 'has', '<=>']);

/** Parses an expression, as a Pratt parser with Twig's precedence. */
export function parseExpression(cursor: Cursor): Expression {
  return cursor.deeper(() => {
    let test = parseBinary(cursor, 0);
    while (cursor.isSign('?') || cursor.isSign('?:')) test = parseConditional(cursor, test);
    return test;
  });
}

function parseConditional(cursor: Cursor, test: Expression): Expression {
  const { at, text } = cursor.take();
  let then: Expression | undefined;
  let otherwise: Expression;
  if (text === '?:' || cursor.takeSign(':')) otherwise = parseExpression(cursor);
  else {
    then = parseExpression(cursor);
    otherwise = cursor.takeSign(':') ? parseExpression(cursor) : literal(cursor, '', at);
  }
  const parts = then ? [test, then, otherwise] : [test, otherwise];
  return { kind: 'conditional', test, then, otherwise, at, depth: cursor.depthOver(at, parts) };
}

function parseBinary(cursor: Cursor, least: number): Expression {
  let left = parseUnary(cursor);
  for (;;) {
    const operator = operatorAt(cursor);
    if (operator === 'is' && bindingOfTest >= least) left = parseTest(cursor, left);
    else if (operator === '**' && bindingOfPower >= least) left = parsePower(cursor, left);
    else if (operator === '??' && bindingOfCoalesce >= least) left = parseCoalesce(cursor, left);
    else {
      const strength = binding.get(operator);
      if (strength === undefined || strength < least) return left;
      left = parseChain(cursor, left, strength);
    }
  }
}

/** Returns the current operator, or '' if there is none. */
function operatorAt(cursor: Cursor): string {
  const { kind, text } = cursor.token;
  if (kind !== 'sign' && kind !== 'name') return '';
  if (missingOperators.has(text)) {
    throw cursor.problem(`The operator ${text} isn't supported.`);
  }
  const second = kind === 'name' ? twoWords.get(text) : undefined;
  if (second === undefined) return text;
  return cursor.next.kind === 'name' && cursor.next.text === second ? `${text} ${second}` : '';
}

/** Collects operators with equal precedence into one node, so a long sum isn't a deep tree. */
function parseChain(cursor: Cursor, first: Expression, strength: number): Expression {
  const { at } = cursor.token;
  const links: Link[] = [];
  const parts = [first];
  for (let operator = operatorAt(cursor); binding.get(operator) === strength; operator = operatorAt(cursor)) {
    const place = cursor.take().at;
    if (operator.includes(' ')) cursor.take();
    const right = cursor.deeper(() => parseBinary(cursor, strength + 1));
    links.push({ operator: operator as ChainOperator, right, at: place });
    parts.push(right);
  }
  return { kind: 'chain', first, links, at, depth: cursor.depthOver(at, parts) };
}

function parsePower(cursor: Cursor, base: Expression): Expression {
  const { at } = cursor.take();
  const exponent = cursor.deeper(() => parseBinary(cursor, bindingOfPower));
  return { kind: 'power', base, exponent, at, depth: cursor.depthOver(at, [base, exponent]) };
}

function parseCoalesce(cursor: Cursor, left: Expression): Expression {
  const { at } = cursor.take();
  const right = cursor.deeper(() => parseBinary(cursor, bindingOfCoalesce));
  return { kind: 'coalesce', left, right, at, depth: cursor.depthOver(at, [left, right]) };
}

function parseTest(cursor: Cursor, of: Expression): Expression {
  cursor.take();
  const negated = cursor.takeName('not');
  const { kind, text, at } = cursor.take();
  if (kind !== 'name') throw cursor.problem('Expected the name of a test after "is".', at);
  let name = text;
  if (name === 'same' && cursor.takeName('as')) name = 'same as';
  let args: Expression[] = [];
  if (cursor.isSign('(')) args = parseArguments(cursor, () => parseExpression(cursor));
  else if (name === 'same as') args = [cursor.deeper(() => parseUnary(cursor))];
  const depth = cursor.depthOver(at, [of, ...args]);
  return { kind: 'test', name, of, args, negated, at, depth };
}

function parseUnary(cursor: Cursor): Expression {
  const { kind, text, at } = cursor.token;
  const isNot = kind === 'name' && text === 'not';
  if (!isNot && !(kind === 'sign' && (text === '-' || text === '+')))
    return parsePostfix(cursor, parsePrimary(cursor));
  cursor.take();
  const of = cursor.deeper(() => parseBinary(cursor, isNot ? bindingOfNot : bindingOfMinus));
  const operator = text as 'not' | '-' | '+';
  return { kind: 'unary', operator, of, at, depth: cursor.depthOver(at, [of]) };
}

function parsePrimary(cursor: Cursor): Expression {
  const { kind, text, at } = cursor.token;
  if (kind === 'name') return parseName(cursor);
  if (kind === 'number') return literal(cursor, readNumber(cursor), at);
  if (kind === 'string') return literal(cursor, cursor.take().text, at);
  const inner = () => parseExpression(cursor);
  if (kind === 'sign' && text === '[') return parseList(cursor, inner);
  if (kind === 'sign' && text === '{') return parseMap(cursor, inner);
  if (kind === 'sign' && text === '(') {
    cursor.take();
    const expression = inner();
    if (cursor.isSign(',') || cursor.next.text === '=>')
      throw cursor.problem("Arrow functions aren't supported.");
    cursor.expectSign(')', 'to close the parenthesis');
    return expression;
  }
  throw cursor.problem(`Expected a value, but found ${cursor.found()}.`);
}

function parseName(cursor: Cursor): Expression {
  const { text: name, at } = cursor.take();
  const value = readConstant(name);
  if (value !== undefined) return literal(cursor, value, at);
  if (cursor.isSign('(')) {
    const args = parseArguments(cursor, () => parseExpression(cursor));
    return { kind: 'call', name, args, at, depth: cursor.depthOver(at, args) };
  }
  return { kind: 'name', name, at, depth: cursor.depthOver(at, []) };
}

/** Parses `.name`, `[key]` and `|filter`. Only functions can be called, not values (spec/templates §1.4). */
function parsePostfix(cursor: Cursor, first: Expression): Expression {
  let of = first;
  for (;;) {
    if (cursor.isSign('.')) of = parseMember(cursor, of);
    else if (cursor.isSign('[')) of = parseIndex(cursor, of);
    else if (cursor.isSign('|')) of = parseFilter(cursor, of);
    else if (cursor.isSign('(')) throw cursor.problem('Only functions can be called, and only by name.');
    else return of;
  }
}

function parseMember(cursor: Cursor, of: Expression): Expression {
  cursor.take();
  const { kind, text: name, at } = cursor.take();
  if (kind !== 'name' && kind !== 'number') throw cursor.problem('Expected a name after the dot.', at);
  if (cursor.isSign('('))
    throw cursor.problem("Methods aren't supported. Use a filter: value|filter(…).", at);
  return { kind: 'member', of, name, at, depth: cursor.depthOver(at, [of]) };
}

function parseIndex(cursor: Cursor, of: Expression): Expression {
  const { at } = cursor.take();
  if (cursor.isSign(':')) throw noSlice(cursor);
  const key = parseExpression(cursor);
  if (cursor.isSign(':')) throw noSlice(cursor);
  cursor.expectSign(']', 'after the key');
  const depth = cursor.depthOver(at, [of, key]);
  const isWritten = key.kind === 'literal' && (typeof key.value === 'string' || Number.isInteger(key.value));
  return isWritten
    ? { kind: 'member', of, name: String(key.value), at: key.at, depth }
    : { kind: 'index', of, key, at, depth };
}

const noSlice = (cursor: Cursor) =>
  cursor.problem("[from:count] isn't supported.", undefined, '|slice(from, count)');

function parseFilter(cursor: Cursor, of: Expression): Expression {
  cursor.take();
  const { kind, text: name, at } = cursor.take();
  if (kind !== 'name') throw cursor.problem('Expected the name of a filter after |.', at);
  const args = cursor.isSign('(') ? parseArguments(cursor, () => parseExpression(cursor)) : [];
  return { kind: 'filter', name, of, args, at, depth: cursor.depthOver(at, [of, ...args]) };
}
