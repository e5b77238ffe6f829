import { compileStep } from './compile-step.ts';
import type { Path, StepProblem } from './compile-tree.ts';
import { checkWorkflow, savingProblems } from './compile-workflow.ts';
import { describeIssue, stepSchema } from './step-schema.ts';

/** Stands for the steps inside a step while it is looked at by itself. */
const anyStep = [{ name: 'any', type: 'stop', as: 'succeeded' }];

/**
 * Everything that is wrong with steps that somebody is still writing. What would be published is judged as publishing judges it; where the
 * shape of one step is wrong, every other one is looked at all the same, so that an unfinished step hides nothing.
 */
export function checkSteps(source: readonly unknown[]): readonly StepProblem[] {
  const checked = checkWorkflow(source);
  if (checked.ok) return [];
  const single = source.length === 0 ? [] : problemsIn(source, [], []);
  const known = new Set(single.map(keyOf));
  return [...single, ...checked.problems.filter((problem) => !known.has(keyOf(problem)))];
}

const keyOf = ({ path, message }: StepProblem): string => `${path.join('.')}\n${message}`;

function problemsIn(steps: readonly unknown[], path: Path, loops: readonly string[]): StepProblem[] {
  return steps.flatMap((step, index) => {
    const place = [...path, index];
    if (typeof step !== 'object' || step === null) return [{ path: place, message: 'This is no step.' }];
    const { then: whenTrue, else: whenFalse, steps: inner, ...own } = step as Record<string, unknown>;
    const isLoop = own.type === 'for_each';
    const parsed = stepSchema.safeParse({ ...own, ...(isLoop && { steps: anyStep }) });
    const problems: StepProblem[] = [];
    if (parsed.success) {
      const compiled = compileStep(parsed.data, place, loops, problems);
      problems.push(...savingProblems(compiled, place));
    } else {
      for (const issue of parsed.error.issues) {
        problems.push({ path: [...place, ...issue.path.map(String)], message: describeIssue(issue) });
      }
    }
    const within =
      isLoop && typeof own.as === 'string' ? [...loops, own.as] : isLoop ? [...loops, 'item'] : loops;
    const deeper = [
      ['then', whenTrue],
      ['else', whenFalse],
      ['steps', inner],
    ] as const;
    return [
      ...problems,
      ...deeper.flatMap(([key, list]) =>
        Array.isArray(list) ? problemsIn(list, [...place, key], within) : [],
      ),
    ];
  });
}
