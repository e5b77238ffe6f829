import { isSecret } from '../check/partial-secrets.ts';
import { filters } from '../filters/filter-table.ts';
import { functions } from '../function-table.ts';
import type {
  Call,
  Chain,
  Conditional,
  Expression,
  Filter,
  Index,
  List,
  MapLiteral,
  Member,
  Name,
  Test,
  Unary,
} from '../language/ast.ts';
import { combine, decide, type Evaluate, joinAll, paid, valuesOf } from './evaluate.ts';
import { compileLoopPath, isLoopPath } from './loop-path.ts';
import { operators, raise } from './operators.ts';
import type { Runtime } from './runtime.ts';
import type { Scope } from './scope.ts';
import { tests } from './tests.ts';
import {
  emptyMap,
  finite,
  isEmpty,
  isTrue,
  placeIn,
  readMember,
  runtimeError,
  toKey,
  toNumber,
} from './value.ts';
import { unitsPerElement, unitsPerKey } from './walker.ts';

/**
 * Compiles an expression once, so running it needs no lookups or tree walks. `quiet` is used to the left of
 * `??` and for `|default` and `is defined`, where a missing value isn't an error, even if it is a secret or in a
 * setting.
 */
export function compileExpression(node: Expression, scope: Scope, quiet = false): Evaluate {
  switch (node.kind) {
    case 'literal': {
      const { value } = node;
      return () => value;
    }
    case 'name':
      return compileName(node, scope, quiet);
    case 'member':
      return isLoopPath(node) ? compileLoopPath(node) : compileMember(node, scope, quiet);
    case 'index':
      return compileIndex(node, scope, quiet);
    case 'list':
      return compileList(node, scope);
    case 'map':
      return compileMap(node, scope);
    case 'call':
      return compileCall(node, scope);
    case 'filter':
      return node.name === 'default' ? compileDefault(node, scope) : compileFilter(node, scope);
    case 'test':
      return compileTest(node, scope);
    case 'unary':
      return compileUnary(node, scope);
    case 'chain':
      return compileChain(node, scope);
    case 'power': {
      const [base, exponent] = [compileExpression(node.base, scope), compileExpression(node.exponent, scope)];
      return combine(base, exponent, node.at, (_, left, right) => raise(left, right));
    }
    case 'coalesce': {
      const [left, right] = [compileExpression(node.left, scope, true), compileExpression(node.right, scope)];
      return (rt) => {
        rt.step();
        return left(rt) ?? right(rt);
      };
    }
    case 'conditional':
      return compileConditional(node, scope);
  }
}

function compileName({ name, at }: Name, scope: Scope, quiet: boolean): Evaluate {
  const place = scope.placeOf(name);
  if (scope.strict && !quiet) {
    return (rt) => {
      rt.step();
      const value = rt.slots[place];
      if (value === undefined) {
        rt.at = at;
        throw runtimeError(`The variable ${name} has no value.`);
      }
      return value;
    };
  }
  return (rt) => {
    rt.step();
    return rt.slots[place];
  };
}

function compileMember(node: Member, scope: Scope, quiet: boolean): Evaluate {
  const { of, name, at } = node;
  const container = compileExpression(of, scope, quiet);
  const place = placeIn(name);
  const missing = isSecret(node) ? noSecret(name) : noValue;
  // A missing secret must not be empty: a request would be sent without its credential (spec/runs §2.5).
  if (!quiet && (scope.strict || isSecret(node)))
    return (rt) => there(rt, readMember(paid(rt, container), name, place), at, missing);
  return (rt) => {
    rt.step();
    return readMember(container(rt), name, place);
  };
}

const noValue = "This value doesn't exist.";
const noSecret = (name: string) =>
  `There is no secret called ${name}. Create it under Settings → Secrets & connections, or correct the name.`;

/** Throws if a part is missing in a setting: an empty secret would let anyone sign (spec/listeners §2.5). */
function there(rt: Runtime, value: unknown, at: number, missing = noValue): unknown {
  if (value !== undefined) return value;
  rt.at = at;
  throw runtimeError(missing);
}

function compileIndex({ of, key, at }: Index, scope: Scope, quiet: boolean): Evaluate {
  const container = compileExpression(of, scope, quiet);
  const computed = compileExpression(key, scope);
  const isStrict = scope.strict && !quiet;
  return (rt) => {
    const from = paid(rt, container);
    const by = computed(rt);
    rt.at = at;
    if (typeof by === 'string') rt.payText(by.length);
    const name = toKey(by);
    const value = readMember(from, name, placeIn(name));
    return isStrict ? there(rt, value, at) : value;
  };
}

function compileList({ items, at }: List, scope: Scope): Evaluate {
  const parts = items.map((item) => compileExpression(item, scope));
  return (rt) => {
    rt.pay(1 + parts.length);
    rt.at = at;
    rt.take(parts.length * unitsPerElement);
    return valuesOf(rt, parts);
  };
}

function compileMap({ entries, at }: MapLiteral, scope: Scope): Evaluate {
  const parts = entries.map(({ key, value }) => ({
    key: compileExpression(key, scope),
    value: compileExpression(value, scope),
  }));
  return (rt) => {
    rt.pay(1 + parts.length);
    const map = emptyMap();
    for (const part of parts) {
      const by = part.key(rt);
      const value = part.value(rt);
      rt.at = at;
      const name = toKey(by);
      rt.take(unitsPerKey + name.length);
      map[name] = value ?? null;
    }
    return map;
  };
}

function compileCall({ name, args, at }: Call, scope: Scope): Evaluate {
  const spec = functions.get(name);
  const parts = args.map((arg) => compileExpression(arg, scope));
  return (rt) => {
    rt.step();
    const values = valuesOf(rt, parts);
    rt.at = at;
    return spec?.run(rt, values);
  };
}

function compileFilter({ name, of, args, at }: Filter, scope: Scope): Evaluate {
  const spec = filters.get(name);
  const value = compileExpression(of, scope);
  const parts = args.map((arg) => compileExpression(arg, scope));
  return (rt) => {
    rt.step();
    const input = value(rt) ?? null;
    const values = valuesOf(rt, parts);
    rt.at = at;
    return spec?.run(rt, input, values);
  };
}

/** Compiles `|default`, which replaces missing and empty values. A missing value isn't an error here. */
function compileDefault({ of, args: [arg] }: Filter, scope: Scope): Evaluate {
  const value = compileExpression(of, scope, true);
  const otherwise = arg ? compileExpression(arg, scope) : () => '';
  return (rt) => {
    const found = paid(rt, value);
    return isEmpty(rt, found) ? otherwise(rt) : found;
  };
}

function compileTest({ name, of, args, negated, at }: Test, scope: Scope): Evaluate {
  const spec = tests.get(name);
  const value = compileExpression(of, scope, name === 'defined');
  const parts = args.map((arg) => compileExpression(arg, scope));
  return (rt) => {
    const input = paid(rt, value);
    const values = valuesOf(rt, parts);
    rt.at = at;
    return spec?.run(rt, input, values) !== negated;
  };
}

function compileUnary({ operator, of, at }: Unary, scope: Scope): Evaluate {
  const value = compileExpression(of, scope);
  if (operator === 'not') return (rt) => !isTrue(rt, paid(rt, value));
  const sign = operator === '-' ? -1 : 1;
  return (rt) => {
    const operand = paid(rt, value);
    rt.at = at;
    // Adding 0 turns -0 into 0.
    return finite(sign * toNumber(operand)) + 0;
  };
}

function compileChain({ first, links, at }: Chain, scope: Scope): Evaluate {
  const start = compileExpression(first, scope);
  const rights = links.map(({ right }) => compileExpression(right, scope));
  const operator = links[0]?.operator;
  if (operator === 'and' || operator === 'or') return decide([start, ...rights], operator);
  if (operator === '~') return joinAll([start, ...rights], at);
  const steps = links.map((link, index) => ({
    at: link.at,
    right: rights[index] as Evaluate,
    operate: operators[link.operator as keyof typeof operators],
  }));
  const [only] = steps;
  if (only && steps.length === 1) return combine(start, only.right, only.at, only.operate);
  return (rt) => {
    let value = paid(rt, start);
    for (const { at, right, operate } of steps) {
      const next = paid(rt, right);
      rt.at = at;
      value = operate(rt, value, next);
    }
    return value;
  };
}

function compileConditional({ test, then, otherwise }: Conditional, scope: Scope): Evaluate {
  const condition = compileExpression(test, scope);
  const last = compileExpression(otherwise, scope);
  if (!then) {
    return (rt) => {
      const value = paid(rt, condition);
      return isTrue(rt, value) ? value : last(rt);
    };
  }
  const first = compileExpression(then, scope);
  return (rt) => (isTrue(rt, paid(rt, condition)) ? first(rt) : last(rt));
}
