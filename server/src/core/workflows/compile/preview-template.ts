import { concealed } from '../../audit/index.ts';
import { compileCondition, compileTemplate, type Problem, type RenderScope } from '../../templating/index.ts';
import { compileTree, RenderFailure, type StepProblem, type TemplateTree } from './compile-tree.ts';

/** A loop around a template: the name of its item, and its list as written. */
export interface PreviewedLoop {
  readonly as: string;
  readonly items: TemplateTree;
}

/** The first item of each loop by name, outermost first. An empty loop, and loops inside it, have none. */
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

/** Empty if the list can't be rendered. */
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
  /** Outermost first. */
  readonly loops: readonly PreviewedLoop[];
  readonly data: unknown;
  /** Outputs of steps, by name. */
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly run: string;
  readonly workspace: { readonly name: string; readonly baseUrl: string };
  readonly secretNames: readonly string[];
  readonly zone: string;
  readonly now: Date;
}

/** Which loop item a preview used; `unknown` if the template reads one and there is none. */
export const previewedItems = ['none', 'first', 'unknown'] as const;

export type Preview =
  | { readonly ok: true; readonly value: unknown; readonly item: (typeof previewedItems)[number] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Renders a preview. Secrets are replaced: otherwise a template could reveal one letter by letter. */
export function previewTemplate(wish: PreviewParams): Preview {
  const names = wish.loops.map(({ as }) => as);
  const options = { profile: 'step', variables: names } as const;
  const compiled = wish.isCondition
    ? compileCondition(wish.source, options)
    : compileTemplate(wish.source, { ...options, secrets: wish.secretNames });
  if (!compiled.ok) return compiled;
  const { template } = compiled;
  const scope = scopeOf(wish);
  const read = names.filter((name) => template.analysis.variables.includes(name));
  const items = read.length === 0 ? {} : firstItems(wish.loops, scope);
  if (!read.every((name) => Object.hasOwn(items, name))) return { ok: true, value: null, item: 'unknown' };
  const variables = Object.assign(Object.create(null), scope.variables, items);
  const outcome = template.render({ ...scope, variables });
  if (!outcome.ok) return { ok: false, problems: [outcome.problem] };
  return { ok: true, value: outcome.value, item: read.length === 0 ? 'none' : 'first' };
}

const scopeOf = (wish: PreviewParams): RenderScope => ({
  variables: Object.assign(Object.create(null), {
    __data: wish.data,
    steps: stepsOf(wish.outputs),
    run: { id: wish.run },
    workspace: { name: wish.workspace.name, base_url: wish.workspace.baseUrl, timezone: wish.zone },
    secrets: Object.fromEntries(wish.secretNames.map((secret) => [secret, concealed])),
  }),
  nowMs: wish.now.getTime(),
  zone: wish.zone,
  clockMs: () => performance.now(),
});

function stepsOf(outputs: PreviewParams['outputs']): Record<string, { output: unknown }> {
  const steps: Record<string, { output: unknown }> = Object.create(null);
  for (const [name, output] of Object.entries(outputs)) steps[name] = { output };
  return steps;
}
