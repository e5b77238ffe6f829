import type { RenderScope } from '../../templating/index.ts';
import { compileTree, RenderFailure, type StepProblem, type TemplateTree } from './compile-tree.ts';

/** A loop around a template: what each item is called, and its list as it is written. */
export interface PreviewedLoop {
  readonly as: string;
  readonly items: TemplateTree;
}

/** The first item of each loop by its name, from the outermost inwards; a loop without one, and those inside it, have none. */
export function firstItems(
  loops: readonly PreviewedLoop[],
  scope: RenderScope,
): Readonly<Record<string, unknown>> {
  const found: Record<string, unknown> = Object.create(null);
  for (const { as, items } of loops) {
    const variables = Object.assign(Object.create(null), scope.variables, found);
    const list = listOf(items, Object.keys(found), { ...scope, variables });
    if (list.length === 0) break;
    [found[as]] = list;
  }
  return found;
}

/** Nothing while the list cannot be made of what is there. */
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
