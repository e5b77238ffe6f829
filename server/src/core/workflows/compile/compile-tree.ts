import { concealed } from '../../audit/index.ts';
import {
  type Analysis,
  type Compiled,
  type CompileOptions,
  compileCondition,
  compileTemplate,
  type Problem,
  type RenderScope,
  type Template,
} from '../../templating/index.ts';

/** A JSON value in which every text is a template; the names in it are not. */
export type TemplateTree =
  | null
  | boolean
  | number
  | string
  | readonly TemplateTree[]
  | { readonly [name: string]: TemplateTree };

/** Where in a step something stands. */
export type Path = readonly (string | number)[];

/** A mistake in the steps of a workflow, with its place. */
export interface StepProblem {
  readonly path: Path;
  readonly message: string;
  /** Where in the template; undefined when the step itself is wrong. */
  readonly template?: Problem | undefined;
}

/** A value as a step works with it, and as it is shown: where a secret went in, only that there is one. */
export interface Rendered {
  readonly value: unknown;
  readonly shown: unknown;
}

/** A tree of templates, ready to run. */
export interface CompiledTree {
  /** Every template in it, for what is asked before anything runs. */
  readonly templates: readonly LeafTemplate[];
  render(scope: RenderScope): Rendered;
}

/** One text of a tree. */
export interface LeafTemplate {
  readonly path: Path;
  readonly analysis: Analysis;
}

/** A template that failed while it ran; the message tells where and what, never a value. */
export class RenderFailure extends Error {}

/** Compiles every text of a tree; what is wrong with them is added to `problems`. */
export function compileTree(
  tree: TemplateTree,
  path: Path,
  options: CompileOptions,
  problems: StepProblem[],
): CompiledTree {
  const templates: LeafTemplate[] = [];
  const render = compileNode(tree, path, options, problems, templates);
  return { templates, render };
}

/** Compiles a text as a condition, which renders to true or false. */
export function compileConditionTree(
  source: TemplateTree,
  path: Path,
  options: CompileOptions,
  problems: StepProblem[],
): CompiledTree {
  const templates: LeafTemplate[] = [];
  const compiled = compileCondition(String(source), options);
  return { templates, render: renderLeaf(compiled, path, problems, templates) };
}

type Render = (scope: RenderScope) => Rendered;

function compileNode(
  tree: TemplateTree,
  path: Path,
  options: CompileOptions,
  problems: StepProblem[],
  templates: LeafTemplate[],
): Render {
  const inner = (value: TemplateTree, name: string | number) =>
    compileNode(value, [...path, name], options, problems, templates);
  if (typeof tree === 'string') return renderLeaf(compileTemplate(tree, options), path, problems, templates);
  if (Array.isArray(tree)) return renderList(tree.map(inner));
  if (typeof tree === 'object' && tree !== null) {
    return renderMap(Object.entries(tree).map(([name, value]) => [name, inner(value, name)] as const));
  }
  const constant = { value: tree, shown: tree };
  return () => constant;
}

function renderLeaf(
  compiled: Compiled,
  path: Path,
  problems: StepProblem[],
  templates: LeafTemplate[],
): Render {
  if (!compiled.ok) {
    problems.push(...problemsAt(path, compiled.problems));
    return () => ({ value: null, shown: null });
  }
  const { template } = compiled;
  const { analysis } = template;
  templates.push({ path, analysis });
  return (scope) => {
    const value = resultOf(template, path, scope);
    return { value, shown: analysis.secrets.length > 0 ? concealed : value };
  };
}

/** The result of a template, or the failure of its step. */
function resultOf<T>(template: Template<T>, path: Path, scope: RenderScope): T {
  const outcome = template.render(scope);
  if (outcome.ok) return outcome.value;
  throw new RenderFailure(`${path.slice(1).join('.')}: ${describeProblem(outcome.problem)}`);
}

/** What is wrong with the template at a place. */
const problemsAt = (path: Path, problems: readonly Problem[]): StepProblem[] =>
  problems.map((template) => ({ path, message: describeProblem(template), template }));

const describeProblem = ({ line, column, message, suggestion }: Problem): string =>
  `line ${line}, column ${column}: ${message}${suggestion === undefined ? '' : ` Did you mean ${suggestion}?`}`;

const renderList =
  (items: readonly Render[]): Render =>
  (scope) => {
    const rendered = items.map((item) => item(scope));
    return { value: rendered.map(({ value }) => value), shown: rendered.map(({ shown }) => shown) };
  };

/** Names are data: whatever they are, they never reach a prototype. */
const renderMap =
  (entries: readonly (readonly [string, Render])[]): Render =>
  (scope) => {
    const value: Record<string, unknown> = Object.create(null);
    const shown: Record<string, unknown> = Object.create(null);
    for (const [name, render] of entries) {
      const rendered = render(scope);
      value[name] = rendered.value;
      shown[name] = rendered.shown;
    }
    return { value, shown };
  };
