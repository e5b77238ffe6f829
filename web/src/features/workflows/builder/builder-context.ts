import { createContext, useContext } from 'react';
import type { ApiResponse } from '../../../api/call.ts';
import type { Sample } from '../trial/sample.ts';
import { ownerOf, type StepPath, stepText, type WrittenStep } from './step-tree.ts';
import type { ShownProblems } from './use-shown-problems.ts';

export type StepCheck = ApiResponse<'POST /workflows/check'>;
export type StepProblem = StepCheck['problems'][number];
export type StepWarning = StepCheck['warnings'][number];

/** The values that all of the builder's fields share. */
export interface BuilderValue {
  readonly workflow: number;
  readonly steps: readonly WrittenStep[];
  readonly isReadOnly: boolean;
  readonly language: ApiResponse<'GET /workflows/language'>;
  readonly problems: readonly StepProblem[];
  /** Problems are hidden until the user has left their field. */
  readonly shown: ShownProblems;
  readonly warnings: readonly StepWarning[];
  readonly sample: Sample;
  /** The data of the sample: the request's fields, and the outputs of the steps that ran, by name. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
}

export const BuilderContext = createContext<BuilderValue | undefined>(undefined);

export function useBuilderContext(): BuilderValue {
  const value = useContext(BuilderContext);
  if (!value) throw new Error('A builder field was rendered outside the builder.');
  return value;
}

const isBelow = (path: StepPath, place: StepPath): boolean =>
  place.every((part, index) => String(path[index]) === String(part));

/** Returns the shown errors at a path and, with `isWithin`, also those below the path. */
export function useProblemsAt(place: StepPath, isWithin = false): readonly StepProblem[] {
  const { problems, shown } = useBuilderContext();
  return problems.filter(
    (problem) =>
      isBelow(problem.path, place) &&
      (isWithin || problem.path.length === place.length) &&
      shown.includes(problem),
  );
}

/** Returns a step's own shown errors, without those of the steps inside it. */
export function useProblemsOfStep(place: StepPath): readonly StepProblem[] {
  const { problems, steps, shown } = useBuilderContext();
  return problems.filter((problem) => {
    const owner = ownerOf(steps, problem.path);
    return owner && stepText(owner.path) === stepText(place) && shown.includes(problem);
  });
}

/** Returns the warnings about the step at a path. */
export const useWarningsAt = (place: StepPath): readonly StepWarning[] =>
  useBuilderContext().warnings.filter(({ path }) => isBelow(path, place) && path.length === place.length);
