import type { Runtime } from './runtime.ts';
import { isTrue } from './value.ts';
import { renderText } from './walker.ts';

/** Evaluates an expression. Undefined means that the value is missing. */
export type Evaluate = (rt: Runtime) => unknown;

/** Evaluates a part and charges one step for it. */
export function paid(rt: Runtime, evaluate: Evaluate): unknown {
  rt.step();
  return evaluate(rt);
}

const none: readonly unknown[] = [];

/** Evaluates several parts. Missing values become null. */
export function valuesOf(rt: Runtime, parts: readonly Evaluate[]): readonly unknown[] {
  if (parts.length === 0) return none;
  const values: unknown[] = [];
  for (const part of parts) values.push(part(rt) ?? null);
  return values;
}

/** Implements `a ~ b ~ c`. Charges only for the result, not for intermediate strings. */
export function joinAll(parts: readonly Evaluate[], at: number): Evaluate {
  return (rt) => {
    let text = '';
    for (const part of parts) {
      const value = paid(rt, part);
      rt.at = at;
      // Charge piece by piece, because exceeding V8's maximum string length would throw an error other than
      // ours.
      text += rt.made(renderText(rt, value));
    }
    return text;
  };
}

/** Implements `a and b and c`, with short-circuit evaluation. */
export function decide(parts: readonly Evaluate[], operator: 'and' | 'or'): Evaluate {
  const decisive = operator === 'or';
  return (rt) => {
    for (const part of parts) if (isTrue(rt, paid(rt, part)) === decisive) return decisive;
    return !decisive;
  };
}

type Operate = (rt: Runtime, left: unknown, right: unknown) => unknown;

export function combine(left: Evaluate, right: Evaluate, at: number, operate: Operate): Evaluate {
  return (rt) => {
    const first = paid(rt, left);
    const second = right(rt);
    rt.at = at;
    return operate(rt, first, second);
  };
}
