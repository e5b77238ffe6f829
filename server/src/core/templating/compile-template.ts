import { type Analysis, analyseTemplate, readsNothing } from './check/analyse-template.ts';
import { checkTemplate } from './check/check-template.ts';
import type { TemplateTree } from './language/ast.ts';
import { isLiteral } from './language/scanner.ts';
import { parseTemplate } from './language/statements.ts';
import { type Profile, type ProfileName, profiles } from './profile.ts';
import {
  conditionResult,
  makeRender,
  type Outcome,
  type RenderScope,
  type Result,
  settingResult,
  valueResult,
} from './run/render.ts';
import { Scope } from './run/scope.ts';
import { type Problem, problemAt, TemplateProblem } from './template-error.ts';

export interface CompileOptions {
  readonly profile: ProfileName;
  /** Additional top-level variables, such as a `for_each` item. */
  readonly variables?: readonly string[];
  /** If omitted, the template can't read secrets. `true` allows any name; a list also checks the names. */
  readonly secrets?: true | Iterable<string>;
}

/** A compiled template, which can be rendered repeatedly. Only its source is stored. */
export interface Template<T = unknown> {
  readonly source: string;
  readonly analysis: Analysis;
  /** Renders the template. Never throws for the author's errors or for errors in the data. */
  render(scope: RenderScope): Outcome<T>;
}

export type Compiled<T = unknown> =
  | { readonly ok: true; readonly template: Template<T> }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Compiles a step's field. A source without `{{`, `{%` and `{#` is returned unchanged. Exactly one `{{
 * expression }}` keeps its value's type. Any other source renders to a string; so does every setting.
 */
export function compileTemplate(source: string, options: CompileOptions): Compiled {
  const { strict } = profiles[options.profile];
  if (typeof source === 'string' && isLiteral(source))
    return { ok: true, template: literalTemplate(source, strict) };
  return compileWith(source, options, strict ? settingResult : valueResult);
}

/**
 * Compiles a condition, which must be exactly one `{{ expression }}`. Its value is converted to a boolean as
 * in Twig (spec/templates §1.6).
 */
export function compileCondition(source: string, options: CompileOptions): Compiled<boolean> {
  return compileWith(source, options, ({ whole }, scope) => {
    if (!whole) throw new TemplateProblem('syntax', 'A condition must be exactly one {{ expression }}.', 0);
    return conditionResult(whole, scope);
  });
}

/**
 * Returns a template that renders to its own source and uses no steps. An empty setting is rejected like any
 * other empty result.
 */
function literalTemplate(source: string, strict: boolean): Template {
  const outcome: Outcome =
    strict && source === ''
      ? {
          ok: false,
          problem: { line: 1, column: 1, code: 'runtime', message: 'The result is empty.' },
          steps: 0,
        }
      : { ok: true, value: source, steps: 0 };
  return { source, analysis: readsNothing, render: () => outcome };
}

type Finish<T> = (tree: TemplateTree, scope: Scope) => Result<T>;

function compileWith<T>(source: string, options: CompileOptions, finish: Finish<T>): Compiled<T> {
  // This is checked at run time too, because sources come from JSON and may not be strings.
  if (typeof source !== 'string') {
    const problem: Problem = { line: 1, column: 1, code: 'syntax', message: 'A template must be text.' };
    return { ok: false, problems: [problem] };
  }
  try {
    return compileText(source, options, finish);
  } catch (error) {
    if (error instanceof TemplateProblem) return { ok: false, problems: [problemAt(source, error)] };
    throw error;
  }
}

function compileText<T>(source: string, options: CompileOptions, finish: Finish<T>): Compiled<T> {
  const profile = profiles[options.profile];
  const given = new Set([...profile.variables, ...(options.variables ?? [])]);
  const tree = readTree(source, profile);
  const secrets =
    options.secrets === undefined || options.secrets === true ? options.secrets : new Set(options.secrets);
  const problems = checkTemplate(tree, { profile, variables: given, secrets });
  if (problems.length > 0) return { ok: false, problems: problems.map((one) => problemAt(source, one)) };
  const scope = new Scope(profile.strict);
  const result = finish(tree, scope);
  const render = makeRender(source, profile.limits, scope.names, given, result);
  return { ok: true, template: { source, analysis: analyseTemplate(tree, given), render } };
}

function readTree(source: string, { limits }: Profile): TemplateTree {
  if (source.length > limits.source) {
    throw new TemplateProblem('budget', `A template can have at most ${limits.source} characters.`, 0);
  }
  return parseTemplate(source);
}
