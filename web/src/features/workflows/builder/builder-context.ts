import { createContext, useContext } from 'react';
import type { Answer } from '../../../api/call.ts';
import type { TemplateWords } from '../../../components/template-editor/template-words.ts';
import type { Sample } from '../trial/sample.ts';
import type { StepPath } from './step-tree.ts';

export type StepCheck = Answer<'POST /workflows/check'>;
type StepProblem = StepCheck['problems'][number];
export type StepWarning = StepCheck['warnings'][number];

/** What every field of the builder needs to know. */
export interface BuilderWorld {
  readonly workflow: number;
  readonly isReadOnly: boolean;
  readonly language: Answer<'GET /workflows/language'>;
  readonly words: TemplateWords;
  readonly problems: readonly StepProblem[];
  readonly warnings: readonly StepWarning[];
  readonly sample: Sample;
}

export const BuilderContext = createContext<BuilderWorld | undefined>(undefined);

export function useBuilderWorld(): BuilderWorld {
  const world = useContext(BuilderContext);
  if (!world) throw new Error('A field of the builder stands outside of it.');
  return world;
}

const isBelow = (path: StepPath, place: StepPath): boolean =>
  place.every((part, index) => String(path[index]) === String(part));

/** The mistakes exactly at a place; with `isWithin`, also those below it. */
export function useProblemsAt(place: StepPath, isWithin = false): readonly StepProblem[] {
  const { problems } = useBuilderWorld();
  return problems.filter(({ path }) => isBelow(path, place) && (isWithin || path.length === place.length));
}

/** The warnings about the step at this path. */
export const useWarningsAt = (place: StepPath): readonly StepWarning[] =>
  useBuilderWorld().warnings.filter(({ path }) => isBelow(path, place) && path.length === place.length);
