import type { Runtime } from './runtime.ts';
import { isTrue } from './value.ts';
import { renderText } from './walker.ts';

/** An expression, ready to run. Undefined is what is not there. */
export type Evaluate = (rt: Runtime) => unknown;

/** Runs a part, for one step. */
export function paid(rt: Runtime, evaluate: Evaluate): unknown {
  rt.step();
  return evaluate(rt);
}

const none: readonly unknown[] = [];

/** Runs several parts; what is not there is null among others. */
export function valuesOf(rt: Runtime, parts: readonly Evaluate[]): readonly unknown[] {
  if (parts.length === 0) return none;
  const values: unknown[] = [];
  for (const part of parts) values.push(part(rt) ?? null);
  return values;
}

/** `a ~ b ~ c`: only the whole is paid for, not what it is on the way. */
export function joinAll(parts: readonly Evaluate[], at: number): Evaluate {
  return (rt) => {
    let text = '';
    for (const part of parts) {
      const value = paid(rt, part);
      rt.at = at;
      // Paid piece by piece: a text beyond the engine's own limit would be an exception that is not ours.
      text += rt.made(renderText(rt, value));
    }
    return text;
  };
}

/** `a and b and c`: the first that decides is the last that is run. */
export function decide(parts: readonly Evaluate[], operator: 'and' | 'or'): Evaluate {
  const decisive = operator === 'or';
  return (rt) => {
    for (const part of parts) if (isTrue(rt, paid(rt, part)) === decisive) return decisive;
    return !decisive;
  };
}

type Operate = (rt: Runtime, left: unknown, right: unknown) => unknown;

/** An operator between two parts. */
export function combine(left: Evaluate, right: Evaluate, at: number, operate: Operate): Evaluate {
  return (rt) => {
    const first = paid(rt, left);
    const second = right(rt);
    rt.at = at;
    return operate(rt, first, second);
  };
}
