import {
  type CompileOptions,
  compileCondition,
  compileTemplate,
  type Outcome,
  type Problem,
  type RenderScope,
  type Template,
} from '../../../src/core/templating/index.ts';

/** 15 January 2026, 12:30:45 UTC. */
const momentMs = Date.UTC(2026, 0, 15, 12, 30, 45);

export const scopeWith = (
  variables: Record<string, unknown>,
  more: Partial<RenderScope> = {},
): RenderScope => ({
  variables,
  nowMs: momentMs,
  zone: 'UTC',
  clockMs: () => performance.now(),
  ...more,
});

/** Compiles a source that must be valid. */
export function compiled(source: string, options: Partial<CompileOptions> = {}): Template {
  const outcome = compileTemplate(source, { profile: 'step', secrets: true, ...options });
  if (!outcome.ok) throw new Error(outcome.problems.map(({ message }) => message).join(' '));
  return outcome.template;
}

/** Compiles a step's field and runs it with this `__data`. */
export const renderStep = (
  source: string,
  data: unknown = {},
  options: Partial<CompileOptions> = {},
): Outcome => compiled(source, options).render(scopeWith({ __data: data }));

/** Renders a step's field and returns the value as JSON. Throws on an error. */
export function valueOfStep(source: string, data: unknown = {}): unknown {
  const outcome = renderStep(source, data);
  if (!outcome.ok) throw new Error(`${outcome.problem.code}: ${outcome.problem.message}`);
  return JSON.parse(JSON.stringify(outcome.value));
}

/** Returns the error of a template that must fail when it runs. */
export function problemOfStep(source: string, data: unknown = {}): Problem {
  const outcome = renderStep(source, data);
  if (outcome.ok) throw new Error(`expected an error, got ${JSON.stringify(outcome.value)}`);
  return outcome.problem;
}

/** Returns the errors that compiling a source reports. */
export function problemsOf(source: string, options: Partial<CompileOptions> = {}): readonly Problem[] {
  const outcome = compileTemplate(source, { profile: 'step', secrets: true, ...options });
  return outcome.ok ? [] : outcome.problems;
}

/** Renders a listener setting. */
export const renderSetting = (source: string, variables: Record<string, unknown> = {}): Outcome =>
  compiled(source, { profile: 'setting' }).render(scopeWith(variables));

/** Evaluates a condition. */
export function truthOf(source: string, data: unknown = {}): boolean {
  const outcome = compileCondition(source, { profile: 'step' });
  if (!outcome.ok) throw new Error(outcome.problems[0]?.message);
  const result = outcome.template.render(scopeWith({ __data: data }));
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
}

/** Measures CPU time in milliseconds, because wall-clock time would include other processes. */
export function cpuMsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
