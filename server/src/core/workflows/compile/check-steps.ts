import { describeIssue, placesOf } from '../../../lib/describe-issue.ts';
import { stepSchema } from '../steps/step-schema.ts';
import { findDefinition } from '../steps/step-types.ts';
import { compileStep } from './compile-step.ts';
import type { Path, StepProblem } from './compile-tree.ts';
import { checkWorkflow, nameTaken, savingProblems, unknownSteps } from './compile-workflow.ts';
import { flattenWritten, type WrittenStep, withoutChildren } from './written-steps.ts';

/** Stands in for child steps while a step is checked on its own. */
const anyStep = [{ name: 'any', type: 'stop', as: 'succeeded' }];

/**
 * Returns every error in steps as written. If one step is malformed, the others are still checked. Steps that
 * could be published get the same checks as when publishing.
 */
export function checkSteps(source: readonly unknown[]): readonly StepProblem[] {
  const checked = checkWorkflow(source);
  if (checked.ok) return [];
  const written = flattenWritten(source);
  const named = written.flatMap(({ step, path }) =>
    typeof step?.name === 'string' ? [{ name: step.name, path }] : [],
  );
  const names = new Set(named.map(({ name }) => name));
  const single = written.flatMap(({ step, path, loops }) =>
    step ? problemsOf(step, path, loops, names) : [{ path, message: "This isn't a step." }],
  );
  const twice = named.flatMap(({ name, path }, index) =>
    named.findIndex((other) => other.name === name) < index ? [nameTaken(name, path)] : [],
  );
  const known = new Set<string>();
  return [...single, ...twice, ...checked.problems].filter((problem) => {
    const key = `${problem.path.join('.')}\n${problem.message}`;
    return !known.has(key) && known.add(key);
  });
}

/** Returns the errors in a single step. `names` contains the names of all steps. */
function problemsOf(
  step: WrittenStep,
  path: Path,
  loops: readonly string[],
  names: ReadonlySet<string>,
): StepProblem[] {
  const required = (findDefinition(step.type)?.children ?? []).filter(({ isRequired }) => isRequired);
  const inside = Object.fromEntries(required.map(({ key }) => [key, anyStep]));
  const parsed = stepSchema.safeParse({ ...withoutChildren(step), ...inside }, { error: describeIssue });
  if (!parsed.success) {
    return placesOf(parsed.error).map(({ path: within, message }) => ({
      path: [...path, ...within],
      message,
    }));
  }
  const problems: StepProblem[] = [];
  const compiled = compileStep(parsed.data, path, loops, problems);
  return [...problems, ...unknownSteps(compiled, names), ...savingProblems(compiled, path)];
}
