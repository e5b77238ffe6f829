import type {
  CaptureStatement,
  ForStatement,
  IfStatement,
  SetStatement,
  Statement,
} from '../language/ast.ts';
import { compileExpression } from './compile-expression.ts';
import type { Evaluate } from './evaluate.ts';
import type { LoopState, Runtime } from './runtime.ts';
import { namesSetIn, type Scope } from './scope.ts';
import { isList, isMap, isTrue } from './value.ts';
import { renderText } from './walker.ts';

type Execute = (rt: Runtime) => void;

export function compileStatements(statements: readonly Statement[], scope: Scope): Execute {
  const parts = statements.map((statement) => compileStatement(statement, scope));
  const [only] = parts;
  if (only && parts.length === 1) return only;
  return (rt) => {
    for (const part of parts) part(rt);
  };
}

function compileStatement(statement: Statement, scope: Scope): Execute {
  switch (statement.kind) {
    case 'text': {
      const { text } = statement;
      return (rt) => rt.write(text);
    }
    case 'print': {
      const value = compileExpression(statement.of, scope);
      const { at } = statement;
      return (rt) => {
        const printed = value(rt);
        rt.at = at;
        rt.write(renderText(rt, printed));
      };
    }
    case 'if':
      return compileIf(statement, scope);
    case 'for':
      return compileFor(statement, scope);
    case 'set':
      return compileSet(statement, scope);
    case 'capture':
      return compileCapture(statement, scope);
  }
}

function compileIf({ branches, otherwise }: IfStatement, scope: Scope): Execute {
  const cases = branches.map(({ test, body }) => ({
    test: compileExpression(test, scope),
    body: compileStatements(body, scope),
  }));
  const last = compileStatements(otherwise, scope);
  return (rt) => {
    rt.step();
    for (const { test, body } of cases) {
      if (isTrue(rt, test(rt))) return body(rt);
    }
    last(rt);
  };
}

function compileSet({ pairs }: SetStatement, scope: Scope): Execute {
  const values = pairs.map(({ value }) => compileExpression(value, scope));
  const places = pairs.map(({ target }) => scope.placeOf(target.name));
  const [place = 0] = places;
  const [value] = values;
  if (value && values.length === 1) {
    return (rt) => {
      rt.step();
      rt.slots[place] = value(rt) ?? null;
    };
  }
  return (rt) => {
    rt.pay(values.length);
    // Evaluate all values before assigning any of them: {% set a, b = b, a %}.
    const found = values.map((one) => one(rt) ?? null);
    for (let index = 0; index < found.length; index++) rt.slots[places[index] as number] = found[index];
  };
}

function compileCapture({ target, body, at }: CaptureStatement, scope: Scope): Execute {
  const inner = compileStatements(body, scope);
  const place = scope.placeOf(target.name);
  return (rt) => {
    rt.step();
    const before = rt.out;
    rt.out = '';
    inner(rt);
    rt.at = at;
    rt.slots[place] = rt.made(rt.out);
    rt.out = before;
  };
}

/**
 * Implements loop scope as in Twig. Loop variables are restored after the loop. Variables that existed before
 * the loop keep the values it assigned; new ones are removed.
 */
function compileFor(statement: ForStatement, scope: Scope): Execute {
  const { key, value, at } = statement;
  const sequence: Evaluate = compileExpression(statement.of, scope);
  const valuePlace = scope.placeOf(value.name);
  const keyPlace = key ? scope.placeOf(key.name) : -1;
  const own = [valuePlace, keyPlace];
  const inner = [...namesSetIn(statement.body)]
    .map((name) => scope.placeOf(name))
    .filter((p) => !own.includes(p));
  const body = compileStatements(statement.body, scope);
  const otherwise = compileStatements(statement.otherwise, scope);
  return (rt) => {
    const over = sequence(rt);
    rt.at = at;
    const keys = isMap(over) ? rt.keysOf(over) : undefined;
    const length = keys ? keys.length : isList(over) ? over.length : 0;
    rt.step();
    if (length === 0) return otherwise(rt);
    const { slots } = rt;
    const valueBefore = slots[valuePlace];
    const keyBefore = key && slots[keyPlace];
    const fresh = inner.length === 0 ? inner : inner.filter((place) => slots[place] === undefined);
    const loop: LoopState = { index0: 0, length, parent: rt.loop };
    rt.loop = loop;
    for (; loop.index0 < length; loop.index0++) {
      rt.at = at;
      rt.step();
      const name = keys?.[loop.index0];
      if (key) slots[keyPlace] = name ?? loop.index0;
      const item =
        name === undefined
          ? (over as readonly unknown[])[loop.index0]
          : (over as Readonly<Record<string, unknown>>)[name];
      slots[valuePlace] = item ?? null;
      body(rt);
    }
    rt.loop = loop.parent;
    for (const place of fresh) slots[place] = undefined;
    slots[valuePlace] = valueBefore;
    if (key) slots[keyPlace] = keyBefore;
  };
}
