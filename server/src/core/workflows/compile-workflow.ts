import { answerHeaderProblems } from './answer-header.ts';
import { compileStep } from './compile-step.ts';
import type { Path, StepProblem } from './compile-tree.ts';
import { innerLists, templatesOf } from './compiled-parts.ts';
import type { CompiledStep, CompiledWorkflow } from './compiled-step.ts';
import { markSecrets } from './mark-secrets.ts';
import { describeIssue, stepsSchema } from './step-schema.ts';

const mostSteps = 200;
const deepest = 8;

/** The steps of a version, ready to run, or everything that is wrong with them. */
export type CheckedWorkflow =
  | { readonly ok: true; readonly workflow: CompiledWorkflow }
  | { readonly ok: false; readonly problems: readonly StepProblem[] };

/**
 * Compiles steps that are about to be saved or tested. In addition to `compileWorkflow`, this rejects what a stored
 * version may still contain because an earlier release allowed it.
 */
export function checkWorkflow(source: unknown): CheckedWorkflow {
  const compiled = compileWorkflow(source);
  if (!compiled.ok) return compiled;
  const problems = flatten(compiled.workflow.steps).flatMap(({ step, path }) => savingProblems(step, path));
  return problems.length > 0 ? { ok: false, problems } : compiled;
}

/** Rules that a step must meet to be saved, but not to run. */
export const savingProblems = (step: CompiledStep, path: Path): StepProblem[] =>
  step.type === 'respond' ? answerHeaderProblems(step.headerSources, [...path, 'headers']) : [];

/** Compiles steps as they are written, and checks all that can be known before they run. */
export function compileWorkflow(source: unknown): CheckedWorkflow {
  const parsed = stepsSchema.safeParse(source);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => ({
      path: issue.path.map(placeOf),
      message: describeIssue(issue),
    }));
    return { ok: false, problems };
  }
  const problems: StepProblem[] = [];
  const steps = parsed.data.map((step, index) => compileStep(step, [index], [], problems));
  const all = flatten(steps);
  problems.push(...checkShape(all), ...checkReferences(all));
  if (problems.length > 0) return { ok: false, problems };
  markSecrets(steps);
  const leaks = all.flatMap(({ step }) => (step.type === 'workflow.start' ? secretsIn(step) : []));
  if (leaks.length > 0) return { ok: false, problems: leaks };
  const readsRaw = all.some(({ step }) => templatesOf(step).some(({ analysis }) => analysis.readsRaw));
  const isSimple = all.every(({ step }) => isSimpleStep(step));
  return { ok: true, workflow: { steps, readsRaw, isSimple } };
}

/** A loop may go on for longer than one transaction. */
const isSimpleStep = (step: CompiledStep): boolean =>
  step.type === 'stop'
    ? step.as === 'succeeded'
    : ['set', 'branch', 'wait'].includes(step.type) || step.type.startsWith('lead.');

const placeOf = (part: PropertyKey): string | number => (typeof part === 'number' ? part : String(part));

interface Placed {
  readonly step: CompiledStep;
  readonly path: (string | number)[];
  readonly depth: number;
}

const flatten = (steps: readonly CompiledStep[], path: (string | number)[] = [], depth = 1): Placed[] =>
  steps.flatMap((step, index) => {
    const place = [...path, index];
    return [
      { step, path: place, depth },
      ...innerLists(step).flatMap(([key, inner]) => flatten(inner, [...place, key], depth + 1)),
    ];
  });

/** Names are unique, because `steps.<name>` must mean one step; and there is a limit to everything. */
function checkShape(all: readonly Placed[]): StepProblem[] {
  const seen = new Set<string>();
  const problems: StepProblem[] = [];
  for (const { step, path, depth } of all) {
    if (seen.has(step.name)) {
      problems.push({ path: [...path, 'name'], message: `another step is called ${step.name} already` });
    }
    seen.add(step.name);
    if (depth === deepest + 1) problems.push({ path, message: `steps can stand ${deepest} levels deep` });
  }
  if (all.length > mostSteps) {
    problems.push({
      path: [],
      message: `a workflow has at most ${mostSteps} steps, those inside others included`,
    });
  }
  return problems;
}

/** A misspelt `steps.<name>` would silently be nothing. */
function checkReferences(all: readonly Placed[]): StepProblem[] {
  const names = new Set(all.map(({ step }) => step.name));
  return all.flatMap(({ step }) =>
    templatesOf(step).flatMap(({ path, analysis }) =>
      analysis.steps.names
        .filter((name) => !names.has(name))
        .map((name) => ({ path, message: `there is no step called ${name}` })),
    ),
  );
}

/** What a run is given is stored as it is shown, so a secret must not be in it; every workflow can read them by itself. */
const secretsIn = ({ data }: Extract<CompiledStep, { type: 'workflow.start' }>): StepProblem[] =>
  data.templates
    .filter(({ holdsSecret }) => holdsSecret)
    .map(({ path }) => ({
      path,
      message: 'a secret would be stored with the other run: let the other workflow read `secrets` itself',
    }));
