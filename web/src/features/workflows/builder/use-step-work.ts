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

/** Puts the cursor on the head of a step once it is drawn. */
export const focusStep = (path: StepPath) => focusOn(`[data-step="${stepText(path)}"]`);

interface Moved {
  readonly steps: readonly WrittenStep[];
  readonly path: StepPath;
}

/**
 * Everything that can be done with the steps of a tree. `open` is the path of the one whose form is shown; what happened is said as well,
 * for who does not see it.
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
      /** The heads of all steps, in the order in which they are shown. */
      paths: allSteps(steps).map(({ path }) => path),
    };
  }, [steps, change, open, setOpen, say]);
}

/** To the step above it, or to the one that took its place; where none is left, to the way to add one. */
function focusAfterRemoval(steps: readonly WrittenStep[], path: StepPath) {
  const [list, index] = [path.slice(0, -1), Number(path.at(-1))];
  const isLast = index === 0 && stepAt(steps, [...list, 1]) === undefined;
  if (isLast) focusOn(`[data-add="${stepText(list)}"]`);
  else focusStep([...list, Math.max(0, index - 1)]);
}

/** Every list that a step can go to, in words. */
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
