import { now } from '../functions/dates.ts';
import type { Expression, TemplateTree } from '../language/ast.ts';
import type { Limits } from '../profile.ts';
import { type Problem, problemAt, TemplateProblem } from '../template-error.ts';
import { compileExpression } from './compile-expression.ts';
import { compileStatements } from './compile-statements.ts';
import { Runtime } from './runtime.ts';
import type { Scope } from './scope.ts';
import { isList, isMap, isTrue, kindOf, runtimeError } from './value.ts';
import { copyOut, renderText } from './walker.ts';

export interface RenderScope {
  /** The top-level variables, as JSON values. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** The time of the request or step, constant during the render. */
  readonly nowMs: number;
  readonly zone: string;
  /** Returns elapsed milliseconds, for the wall-clock limit. */
  readonly clockMs: () => number;
}

/** The value or the problem, and the number of steps used, which counts toward a limit per workspace. */
export type Outcome<T = unknown> =
  | { readonly ok: true; readonly value: T; readonly steps: number }
  | { readonly ok: false; readonly problem: Problem; readonly steps: number };

export type Result<T> = (rt: Runtime) => T;

/**
 * Returns the result of a step's field: a string, or the value itself if the field is a single expression.
 */
export function valueResult({ statements, whole }: TemplateTree, scope: Scope): Result<unknown> {
  if (whole) {
    const evaluate = compileExpression(whole, scope);
    return (rt) => copyOut(rt, evaluate(rt) ?? null);
  }
  return textResult(statements, scope);
}

function textResult(statements: TemplateTree['statements'], scope: Scope): Result<string> {
  const execute = compileStatements(statements, scope);
  return (rt) => {
    execute(rt);
    return rt.out;
  };
}

/** Returns the result of a listener's setting, which must be a non-empty string (spec/listeners §2.5). */
export function settingResult({ statements, whole }: TemplateTree, scope: Scope): Result<string> {
  const text = whole ? scalarResult(whole, scope) : textResult(statements, scope);
  return (rt) => {
    const result = text(rt);
    if (result === '') throw runtimeError('The result is empty.');
    return result;
  };
}

function scalarResult(whole: Expression, scope: Scope): Result<string> {
  const evaluate = compileExpression(whole, scope);
  return (rt) => {
    const value = evaluate(rt);
    if (isList(value) || isMap(value))
      throw runtimeError(`The result must be text, but it is ${kindOf(value)}.`);
    rt.write(renderText(rt, value));
    return rt.out;
  };
}

export function conditionResult(whole: Expression, scope: Scope): Result<boolean> {
  const evaluate = compileExpression(whole, scope);
  return (rt) => isTrue(rt, evaluate(rt));
}

/**
 * Runs a compiled template. The author's errors and errors in the data are returned as an outcome, not
 * thrown.
 */
export function makeRender<T>(
  source: string,
  limits: Limits,
  slots: readonly string[],
  given: ReadonlySet<string>,
  result: Result<T>,
): (scope: RenderScope) => Outcome<T> {
  const filled = slots.flatMap((name, place) => (given.has(name) ? [{ name, place }] : []));
  return (scope) => {
    const values = new Array<unknown>(slots.length).fill(undefined);
    for (const { name, place } of filled) values[place] = variableOf(scope, name);
    const rt = new Runtime(limits, scope, values, scope.clockMs);
    try {
      return { ok: true, value: result(rt), steps: rt.spent };
    } catch (error) {
      if (!(error instanceof TemplateProblem)) throw error;
      error.at ??= rt.at;
      return { ok: false, problem: problemAt(source, error), steps: rt.spent };
    }
  };
}

function variableOf(scope: RenderScope, name: string): unknown {
  if (name === 'now') return now(scope);
  return Object.hasOwn(scope.variables, name) ? scope.variables[name] : undefined;
}
