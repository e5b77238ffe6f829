import { useMemo } from 'react';
import { stepTexts } from '../../../texts/workflows/workflow-steps.ts';
import { newStep } from './new-step.ts';
import {
  allSteps,
  copyOf,
  insertStep,
  listsOf,
  moveStep,
  moveTo,
  removeStep,
  replaceStep,
  type StepPath,
  stepAt,
  stepPath,
  stepText,
  type WrittenStep,
} from './step-tree.ts';
import type { Builder } from './use-builder.ts';

const focusOn = (selector: string) =>
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>(selector)?.focus();
  });

/** Focuses a step's heading once the step is rendered. */
export const focusStep = (path: StepPath) => focusOn(`[data-step="${stepText(path)}"]`);

interface Moved {
  readonly steps: readonly WrittenStep[];
  readonly path: StepPath;
}

/**
 * Returns the actions on a tree of steps. `open` is the path of the step whose form is open. `say` announces each action
 * to screen readers.
 */
export function useStepWork(
  builder: Builder,
  { open, setOpen }: { open: string; setOpen: (path: string) => void },
  say: (text: string) => void,
) {
  const { steps, change } = builder;
  return useMemo(() => {
    const insert = (list: StepPath, at: number, step: WrittenStep) => {
      change(insertStep(steps, list, at, step));
      setOpen(stepText([...list, at]));
      focusStep([...list, at]);
      say(stepTexts.added(step.name));
    };
    const moved = (result: Moved | undefined, from: StepPath) => {
      if (!result) return;
      change(result.steps);
      if (stepText(from) === open) setOpen(stepText(result.path));
      focusStep(result.path);
      say(stepTexts.moved(stepAt(steps, from)?.name ?? '', Number(result.path.at(-1)) + 1));
    };
    return {
      open,
      toggle: (path: StepPath) => setOpen(stepText(path) === open ? '' : stepText(path)),
      replace: (path: StepPath, step: WrittenStep, about: string) =>
        change(replaceStep(steps, path, step), about),
      add: (list: StepPath, at: number, type: string) => insert(list, at, newStep(steps, type)),
      duplicate: (path: StepPath) => {
        const step = stepAt(steps, path);
        if (step) insert(path.slice(0, -1), Number(path.at(-1)) + 1, copyOf(steps, step));
      },
      remove: (path: StepPath) => {
        change(removeStep(steps, path));
        setOpen('');
        focusAfterRemoval(steps, path);
        say(stepTexts.removed(stepAt(steps, path)?.name ?? ''));
      },
      move: (path: StepPath, by: -1 | 1) => moved(moveStep(steps, path, by), path),
      moveTo: (path: StepPath, list: string) => moved(moveTo(steps, path, stepPath(list)), path),
      places: placesOf(steps),
      /** The paths of all steps, in display order. */
      paths: allSteps(steps).map(({ path }) => path),
    };
  }, [steps, change, open, setOpen, say]);
}

/** Focuses the step above the removed one. If the first step was removed, focuses the new first step; in an empty list, the add button. */
function focusAfterRemoval(steps: readonly WrittenStep[], path: StepPath) {
  const [list, index] = [path.slice(0, -1), Number(path.at(-1))];
  const isLast = index === 0 && stepAt(steps, [...list, 1]) === undefined;
  if (isLast) focusOn(`[data-add="${stepText(list)}"]`);
  else focusStep([...list, Math.max(0, index - 1)]);
}

/** Returns the lists that a step can move to. */
const placesOf = (steps: readonly WrittenStep[]) => [
  { value: '', label: stepTexts.top },
  ...allSteps(steps).flatMap(({ step, path }) =>
    listsOf(step).map((key) => ({
      value: stepText([...path, key]),
      label: key === 'steps' ? step.name : `${step.name} › ${key}`,
    })),
  ),
];

export type StepWork = ReturnType<typeof useStepWork>;
