import type { StepDefinition } from '../steps/step-definition.ts';
import type { Step } from '../steps/step-schema.ts';
import { definitionOf } from '../steps/step-types.ts';
import {
  type CompiledTree,
  compileConditionTree,
  compileTree,
  type Path,
  type StepProblem,
  type TemplateTree,
} from './compile-tree.ts';
import type { CompiledStep } from './compiled-step.ts';
import { failureVariable } from './written-steps.ts';

/**
 * Names that templates already use (spec/runs §2.2). A loop item with such a name would hide the original.
 */
const taken: readonly string[] = ['now', 'steps', 'run', 'workspace', 'secrets'];

/** Compiles a step. `loops` contains the variables of the steps around it. */
export function compileStep(
  step: Step,
  path: Path,
  loops: readonly string[],
  problems: StepProblem[],
): CompiledStep {
  const definition = definitionOf(step.type);
  const settings = settingsOf(definition, step);
  const variables = (definition.children ?? []).flatMap(({ loop }) => loop ?? []);
  for (const { as } of variables) {
    const name = String(settings[as]);
    if (!taken.includes(name) && !loops.includes(name)) continue;
    problems.push(itemTaken(name, [...path, as]));
  }
  const templates: Record<string, CompiledTree> = {};
  for (const [key, { kind, secrets }] of Object.entries(definition.settings)) {
    const value = settings[key];
    if (kind === 'literal' || value === undefined) continue;
    const compile = kind === 'condition' ? compileConditionTree : compileTree;
    // A secret in a step that refuses them is reported by `findLeaks`.
    const mayRead = secrets || definition.refusesSecrets;
    const options = {
      profile: 'step',
      variables: loops,
      ...(mayRead && { secrets: true as const }),
    } as const;
    templates[key] = compile(value as TemplateTree, [...path, key], options, problems);
  }
  const children = (definition.children ?? []).map(({ key, loop }) => {
    const inside = loop ? [...loops, String(settings[loop.as])] : loops;
    const steps = (step[key] ?? []) as readonly Step[];
    return [key, steps.map((one, index) => compileStep(one, [...path, key, index], inside, problems))];
  });
  const { name, type, disabled: isDisabled = false } = step;
  return {
    name,
    type,
    isDisabled,
    settings,
    templates,
    children: Object.fromEntries(children),
    onError: compileHandler(step, path, loops, problems),
  } as CompiledStep;
}

/** Compiles the steps that handle a failure. They can read the failure; other steps can't. */
function compileHandler(
  { on_error }: Step,
  path: Path,
  loops: readonly string[],
  problems: StepProblem[],
): readonly CompiledStep[] | undefined {
  if (on_error === undefined) return undefined;
  const steps = on_error === 'continue' ? [] : on_error.steps;
  const inside = [...new Set([...loops, failureVariable])];
  return steps.map((step, index) =>
    compileStep(step, [...path, 'on_error', 'steps', index], inside, problems),
  );
}

export const itemTaken = (name: string, path: Path): StepProblem => ({
  path,
  message: `${name} is taken: call the item something else`,
});

function settingsOf({ settings, defaults }: StepDefinition, step: Step): Readonly<Record<string, unknown>> {
  const written = Object.fromEntries(Object.keys(settings).map((key) => [key, step[key]]));
  return { ...written, ...defaults?.(written) };
}
