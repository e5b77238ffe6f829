import { useCallback, useMemo, useState } from 'react';
import { ownerOf, type StepPath, type WrittenStep } from './step-tree.ts';

/** Which problems are shown at their fields. */
export interface ShownProblems {
  readonly includes: (problem: { readonly path: StepPath }) => boolean;
  /** Shows the problems of a setting from now on. Called when the user leaves its field. */
  readonly touch: (path: StepPath) => void;
  readonly showAll: () => void;
}

/**
 * Keeps track of the fields that the user has left. Only their problems are shown, so that a new step isn't full of
 * errors. Steps are identified by name, because their paths change when steps move.
 */
export function useShownProblems(steps: readonly WrittenStep[]): ShownProblems {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [isAll, setAll] = useState(false);
  const touch = useCallback(
    (path: StepPath) => setTouched((before) => new Set(before).add(keyOf(steps, path))),
    [steps],
  );
  return useMemo(
    () => ({
      includes: ({ path }) => isAll || touched.has(keyOf(steps, path)),
      touch,
      showAll: () => setAll(true),
    }),
    [steps, touched, isAll, touch],
  );
}

function keyOf(steps: readonly WrittenStep[], path: StepPath): string {
  const owner = ownerOf(steps, path);
  return `${owner?.step.name} ${owner?.rest[0]}`;
}
