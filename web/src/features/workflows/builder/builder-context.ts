import { createContext, useContext } from 'react';
import type { ApiResponse } from '../../../api/call.ts';
import type { TemplateWords } from '../../../components/template-editor/template-words.ts';
import type { Sample } from '../trial/sample.ts';
import type { StepPath } from './step-tree.ts';

export type StepCheck = ApiResponse<'POST /workflows/check'>;
type StepProblem = StepCheck['problems'][number];
export type StepWarning = StepCheck['warnings'][number];

/** The values that all of the builder's fields share. */
export interface BuilderValue {
  readonly workflow: number;
  readonly isReadOnly: boolean;
  readonly language: ApiResponse<'GET /workflows/language'>;
  readonly words: TemplateWords;
  readonly problems: readonly StepProblem[];
  readonly warnings: readonly StepWarning[];
  readonly sample: Sample;
}

export const BuilderContext = createContext<BuilderValue | undefined>(undefined);

export function useBuilderContext(): BuilderValue {
  const value = useContext(BuilderContext);
  if (!value) throw new Error('A builder field was rendered outside the builder.');
  return value;
}

const isBelow = (path: StepPath, place: StepPath): boolean =>
  place.every((part, index) => String(path[index]) === String(part));

/** Returns the errors at a path and, with `isWithin`, also those below the path. */
export function useProblemsAt(place: StepPath, isWithin = false): readonly StepProblem[] {
  const { problems } = useBuilderContext();
  return problems.filter(({ path }) => isBelow(path, place) && (isWithin || path.length === place.length));
}

/** Returns the warnings about the step at a path. */
export const useWarningsAt = (place: StepPath): readonly StepWarning[] =>
  useBuilderContext().warnings.filter(({ path }) => isBelow(path, place) && path.length === place.length);
