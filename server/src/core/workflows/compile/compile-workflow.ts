import { describeIssue, placesOf } from '../../../lib/describe-issue.ts';
import { stepsSchema } from '../steps/step-schema.ts';
import { definitionOf } from '../steps/step-types.ts';
import { compileStep, itemTaken } from './compile-step.ts';
import type { Path, StepProblem } from './compile-tree.ts';
import {
  type CompiledStep,
  type CompiledWorkflow,
  childLists,
  enabledSteps,
  templatesOf,
} from './compiled-step.ts';
import { findLeaks } from './secret-leaks.ts';
import { failureVariable } from './written-steps.ts';

const maxSteps = 200;
const deepest = 8;

export type CheckedWorkflow =
  | { readonly ok: true; readonly workflow: CompiledWorkflow }
  | { readonly ok: false; readonly problems: readonly StepProblem[] };

/**
 * Compiles steps that are saved or tested. This is stricter than `compileWorkflow`, because a stored version
 * may break rules that were added in a later release.
 */
export function checkWorkflow(source: unknown): CheckedWorkflow {
  const { workflow, problems: found } = compile(source);
  if (!workflow) return { ok: false, problems: found };
  const ofSaving = flatten(workflow.steps).flatMap(({ step, path }) => savingProblems(step, path));
  const problems = [...found, ...ofSaving];
  return problems.length > 0 ? { ok: false, problems } : { ok: true, workflow };
}

/** Checks rules that a step must meet to be saved, but not to run. */
export const savingProblems = ({ type, settings }: CompiledStep, path: Path): StepProblem[] =>
  (definitionOf(type).checkSaved?.(settings) ?? []).map((problem) => ({
    ...problem,
    path: [...path, ...problem.path],
  }));

/** Compiles a version's steps and checks them statically. Steps that misuse a secret fail when they run. */
export function compileWorkflow(source: unknown): CheckedWorkflow {
  const { workflow, problems } = compile(source);
  return workflow && problems.every(isSecretUse) ? { ok: true, workflow } : { ok: false, problems };
}

function compile(source: unknown): {
  readonly workflow?: CompiledWorkflow;
  readonly problems: readonly StepProblem[];
} {
  const parsed = stepsSchema.safeParse(source, { error: describeIssue });
  if (!parsed.success) return { problems: placesOf(parsed.error) };
  const problems: StepProblem[] = [];
  const steps = parsed.data.map((step, index) => compileStep(step, [index], [], problems));
  const all = flatten(steps);
  problems.push(...checkShape(all), ...checkReferences(all), ...findLeaks(parsed.data));
  const readsRaw = all.some(({ step }) => templatesOf(step).some(({ analysis }) => analysis.readsRaw));
  const isBatchable = enabledSteps(steps).every(({ type, settings }) =>
    definitionOf(type).canBatch(settings),
  );
  return { workflow: { steps, readsRaw, isBatchable, rejected: rejectedSteps(all, problems) }, problems };
}

const isSecretUse = ({ template, isLeak = false }: StepProblem): boolean =>
  isLeak || template?.code === 'secret';

/** Returns the steps that must not run because they misuse a secret, by name, each with its first problem. */
function rejectedSteps(all: readonly Placed[], problems: readonly StepProblem[]): Map<string, string> {
  const rejected = new Map<string, string>();
  for (const { path, message } of problems.filter(isSecretUse)) {
    // Steps come before their child steps, so the last match on the path is the step itself.
    const found = all.findLast((one) => one.path.every((part, index) => part === path[index]));
    if (!found || rejected.has(found.step.name)) continue;
    rejected.set(found.step.name, `${path.slice(found.path.length).join('.')}: ${message}`);
  }
  return rejected;
}

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
      ...childLists(step).flatMap(([key, inner]) => flatten(inner, [...place, ...key], depth + 1)),
    ];
  });

/**
 * Checks that names are unique, because `steps.<name>` must refer to one step. A loop's item can't have the name of
 * the failure that steps of the same workflow read (spec/runs §2.9).
 */
function checkShape(all: readonly Placed[]): StepProblem[] {
  const handlesFailures = all.some(({ step }) => step.onError && step.onError.length > 0);
  const seen = new Set<string>();
  const problems: StepProblem[] = [];
  for (const { step, path, depth } of all) {
    if (seen.has(step.name)) {
      problems.push(nameTaken(step.name, path));
    }
    seen.add(step.name);
    if (handlesFailures && step.type === 'for_each' && step.settings.as === failureVariable)
      problems.push(itemTaken(failureVariable, [...path, 'as']));
    if (depth === deepest + 1)
      problems.push({ path, message: `steps can be nested at most ${deepest} levels deep` });
  }
  if (all.length > maxSteps) {
    problems.push({
      path: [],
      message: `a workflow can have at most ${maxSteps} steps, including nested steps`,
    });
  }
  return problems;
}

export const nameTaken = (name: string, path: Path): StepProblem => ({
  path: [...path, 'name'],
  message: `another step is already called ${name}`,
});

/** Checks references to steps. Without this, a misspelled `steps.<name>` would silently render to nothing. */
function checkReferences(all: readonly Placed[]): StepProblem[] {
  const names = new Set(all.map(({ step }) => step.name));
  return all.flatMap(({ step }) => unknownSteps(step, names));
}

export const unknownSteps = (step: CompiledStep, names: ReadonlySet<string>): StepProblem[] =>
  templatesOf(step).flatMap(({ path, analysis }) =>
    analysis.steps.names
      .filter((name) => !names.has(name))
      .map((name) => ({ path, message: `there is no step called ${name}` })),
  );
