import { describeIssue, placesOf } from '../../lib/describe-issue.ts';
import { compileStep } from './compile-step.ts';
import type { Path, StepProblem } from './compile-tree.ts';
import { checkWorkflow, nameTaken, savingProblems, unknownSteps } from './compile-workflow.ts';
import { stepSchema } from './step-schema.ts';

/** Stands for the steps inside a step while it is looked at by itself. */
const anyStep = [{ name: 'any', type: 'stop', as: 'succeeded' }];

/** What a step is looked at with. */
interface Surroundings {
  /** The variables of the loops around it. */
  readonly loops: readonly string[];
  /** Of all steps. */
  readonly names: ReadonlySet<string>;
}

/**
 * Every error in steps as they are written. Steps that could be published are judged as publishing judges them; where one step is
 * malformed, the others are checked all the same, so that an unfinished step hides nothing.
 */
export function checkSteps(source: readonly unknown[]): readonly StepProblem[] {
  const checked = checkWorkflow(source);
  if (checked.ok) return [];
  const named = namedSteps(source, []);
  const names = new Set(named.map(({ name }) => name));
  const single = source.length === 0 ? [] : problemsIn(source, [], { loops: [], names });
  const twice = named.flatMap(({ name, path }, index) =>
    named.findIndex((other) => other.name === name) < index ? [nameTaken(name, path)] : [],
  );
  const known = new Set<string>();
  return [...single, ...twice, ...checked.problems].filter((problem) => {
    const key = `${problem.path.join('.')}\n${problem.message}`;
    return !known.has(key) && known.add(key);
  });
}

function problemsIn(steps: readonly unknown[], path: Path, { loops, names }: Surroundings): StepProblem[] {
  return steps.flatMap((step, index) => {
    const place = [...path, index];
    if (typeof step !== 'object' || step === null) return [{ path: place, message: 'This is no step.' }];
    const { then: whenTrue, else: whenFalse, steps: inner, ...own } = step as Record<string, unknown>;
    const isLoop = own.type === 'for_each';
    const parsed = stepSchema.safeParse(
      { ...own, ...(isLoop && { steps: anyStep }) },
      { error: describeIssue },
    );
    const problems: StepProblem[] = [];
    if (parsed.success) {
      const compiled = compileStep(parsed.data, place, loops, problems);
      problems.push(...unknownSteps(compiled, names), ...savingProblems(compiled, place));
    } else {
      for (const { path: within, message } of placesOf(parsed.error)) {
        problems.push({ path: [...place, ...within], message });
      }
    }
    const variable = typeof own.as === 'string' ? own.as : 'item';
    const within = { loops: isLoop ? [...loops, variable] : loops, names };
    return [
      ...problems,
      ...innerOf({ whenTrue, whenFalse, inner }, place).flatMap(([list, at]) => problemsIn(list, at, within)),
    ];
  });
}

/** The names of all steps, also of those that are wrong otherwise. */
function namedSteps(steps: readonly unknown[], path: Path): { name: string; path: Path }[] {
  return steps.flatMap((step, index) => {
    if (typeof step !== 'object' || step === null) return [];
    const place = [...path, index];
    const { name, then: whenTrue, else: whenFalse, steps: inner } = step as Record<string, unknown>;
    return [
      ...(typeof name === 'string' ? [{ name, path: place }] : []),
      ...innerOf({ whenTrue, whenFalse, inner }, place).flatMap(([list, at]) => namedSteps(list, at)),
    ];
  });
}

/** The lists of steps inside a step, with their places. */
const innerOf = (
  { whenTrue, whenFalse, inner }: { whenTrue: unknown; whenFalse: unknown; inner: unknown },
  place: Path,
): [unknown[], Path][] =>
  (
    [
      ['then', whenTrue],
      ['else', whenFalse],
      ['steps', inner],
    ] as const
  ).flatMap(([key, list]): [unknown[], Path][] => (Array.isArray(list) ? [[list, [...place, key]]] : []));
