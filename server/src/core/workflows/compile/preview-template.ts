import { concealed } from '../../audit/index.ts';
import { compileCondition, compileTemplate, type Problem, type RenderScope } from '../../templating/index.ts';
import { compileTree, RenderFailure, type StepProblem, type TemplateTree } from './compile-tree.ts';

/** A loop around a template: its item's name, and its list as written. */
export interface PreviewedLoop {
  readonly as: string;
  readonly items: TemplateTree;
}

/**
 * Returns the first item of each loop by name, outermost first. An empty loop, and loops inside it, have no
 * item.
 */
function firstItems(loops: readonly PreviewedLoop[], scope: RenderScope): Readonly<Record<string, unknown>> {
  const found: Record<string, unknown> = Object.create(null);
  for (const { as, items } of loops) {
    const variables = Object.assign(Object.create(null), scope.variables, found);
    const list = listOf(items, Object.keys(found), { ...scope, variables });
    if (list.length === 0) break;
    [found[as]] = list;
  }
  return found;
}

/** Returns the loop's list, or an empty list if it can't be rendered. */
function listOf(items: TemplateTree, names: readonly string[], scope: RenderScope): readonly unknown[] {
  const problems: StepProblem[] = [];
  const tree = compileTree(items, ['items'], { profile: 'step', variables: names }, problems);
  if (problems.length > 0) return [];
  try {
    const { value } = tree.render(scope);
    return typeof value === 'object' && value !== null ? Object.values(value) : [];
  } catch (error) {
    if (error instanceof RenderFailure) return [];
    throw error;
  }
}

export interface PreviewParams {
  readonly source: string;
  readonly isCondition: boolean;
  /** The enclosing loops, outermost first. */
  readonly loops: readonly PreviewedLoop[];
  readonly data: unknown;
  /** The steps' outputs, by name. */
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly run: string;
  readonly workspace: { readonly name: string; readonly baseUrl: string };
  readonly secretNames: readonly string[];
  readonly zone: string;
  readonly now: Date;
}

/** Which loop item a preview used. `unknown` means that the template reads an item but there is none. */
export const previewedItems = ['none', 'first', 'unknown'] as const;

export type Preview =
  | {
      readonly ok: true;
      readonly value: unknown;
      readonly item: (typeof previewedItems)[number];
      /** The steps that the template reads and that have no output yet. The value is then unknown. */
      readonly pending: readonly string[];
    }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Renders a preview. Secrets are replaced, because otherwise a template could reveal one letter by letter.
 */
export function previewTemplate(params: PreviewParams): Preview {
  const names = params.loops.map(({ as }) => as);
  const options = { profile: 'step', variables: names } as const;
  const compiled = params.isCondition
    ? compileCondition(params.source, options)
    : compileTemplate(params.source, { ...options, secrets: params.secretNames });
  if (!compiled.ok) return compiled;
  const { template } = compiled;
  const scope = scopeOf(params);
  const pending = template.analysis.steps.names.filter((name) => !Object.hasOwn(params.outputs, name));
  if (pending.length > 0) return { ok: true, value: null, item: 'none', pending };
  const read = names.filter((name) => template.analysis.variables.includes(name));
  const items = read.length === 0 ? {} : firstItems(params.loops, scope);
  if (!read.every((name) => Object.hasOwn(items, name)))
    return { ok: true, value: null, item: 'unknown', pending };
  const variables = Object.assign(Object.create(null), scope.variables, items);
  const outcome = template.render({ ...scope, variables });
  if (!outcome.ok) return { ok: false, problems: [outcome.problem] };
  return { ok: true, value: outcome.value, item: read.length === 0 ? 'none' : 'first', pending };
}

const scopeOf = (params: PreviewParams): RenderScope => ({
  variables: Object.assign(Object.create(null), {
    __data: params.data,
    steps: stepsOf(params.outputs),
    run: { id: params.run },
    workspace: { name: params.workspace.name, base_url: params.workspace.baseUrl, timezone: params.zone },
    secrets: Object.fromEntries(params.secretNames.map((secret) => [secret, concealed])),
  }),
  nowMs: params.now.getTime(),
  zone: params.zone,
  clockMs: () => performance.now(),
});

function stepsOf(outputs: PreviewParams['outputs']): Record<string, { output: unknown }> {
  const steps: Record<string, { output: unknown }> = Object.create(null);
  for (const [name, output] of Object.entries(outputs)) steps[name] = { output };
  return steps;
}
