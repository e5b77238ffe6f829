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

/** A JSON value in which every string is a template. Keys aren't templates. */
export type TemplateTree =
  | null
  | boolean
  | number
  | string
  | readonly TemplateTree[]
  | { readonly [name: string]: TemplateTree };

export type Path = readonly (string | number)[];

export interface StepProblem {
  readonly path: Path;
  readonly message: string;
  /** The position in the template; undefined if the error is in the step itself. */
  readonly template?: Problem | undefined;
  /** Whether a setting that must not contain a secret reads one. */
  readonly isLeak?: boolean;
}

/** A rendered value as the step uses it, and as displayed, with secrets hidden. */
export interface Rendered {
  readonly value: unknown;
  readonly shown: unknown;
}

export interface CompiledTree {
  /** Every template in the tree, for checks before it is rendered. */
  readonly templates: readonly LeafTemplate[];
  render(scope: RenderScope): Rendered;
}

export interface LeafTemplate {
  readonly path: Path;
  readonly analysis: Analysis;
}

/**
 * Thrown if a template fails while rendering. The message contains the position and the cause, never a value.
 */
export class RenderFailure extends Error {}

/** Compiles every string in a tree, and adds errors to `problems`. */
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

/** Compiles a condition, which renders to true or false. */
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

function resultOf<T>(template: Template<T>, path: Path, scope: RenderScope): T {
  const outcome = template.render(scope);
  if (outcome.ok) return outcome.value;
  throw new RenderFailure(`${path.slice(1).join('.')}: ${describeProblem(outcome.problem)}`);
}

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

/** Renders a map. Keys are user data and must never reach a prototype. */
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
