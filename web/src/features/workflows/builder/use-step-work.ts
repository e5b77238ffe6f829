import { useMemo, useState } from 'react';
import { showFailure } from '../../../components/notices/notify.ts';
import { showUndo } from '../../../components/notices/undo-toast.tsx';
import { stepTitle } from '../../../components/values/step-name.ts';
import { flowTexts } from '../../../texts/workflows/workflow-flow.ts';
import { stepTexts } from '../../../texts/workflows/workflow-steps.ts';
import { newStep } from './edit/new-step.ts';
import { readCopiedSteps } from './edit/step-clipboard.ts';
import {
  allSteps,
  copiesOf,
  insertStep,
  listsOf,
  moveStep,
  moveTo,
  placeStep,
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

/** Focuses a step's card once the step is rendered. */
export const focusStep = (path: StepPath) => focusOn(`[data-step="${stepText(path)}"]`);

interface Moved {
  readonly steps: readonly WrittenStep[];
  readonly path: StepPath;
}

/** What gets the focus in a step's panel: its title, the first field to fill in, or the field of a setting. */
export type PanelFocus = 'title' | 'first field' | { readonly setting: string };

/**
 * Returns the actions on a tree of steps. `open` is the path of the step whose panel is open. `say` announces each action
 * to screen readers.
 */
export function useStepWork(
  builder: Builder,
  { open, setOpen }: { open: string; setOpen: (path: string) => void },
  say: (text: string) => void,
) {
  const { steps, change, undoTo } = builder;
  const [panelFocus, setPanelFocus] = useState<{ readonly on: PanelFocus }>();
  return useMemo(() => {
    const show = (path: StepPath, on: PanelFocus) => {
      setPanelFocus({ on });
      setOpen(stepText(path));
    };
    const insert = (list: StepPath, at: number, added: readonly WrittenStep[], text: string) => {
      change(insertStep(steps, list, at, ...added));
      say(text);
    };
    const moved = (result: Moved | undefined, from: StepPath) => {
      if (!result || result.steps === steps) return;
      change(result.steps);
      setPanelFocus(undefined);
      if (stepText(from) === open) setOpen(stepText(result.path));
      focusStep(result.path);
      say(stepTexts.moved(stepTitle(stepAt(steps, from)?.name ?? ''), Number(result.path.at(-1)) + 1));
    };
    return {
      open,
      /** Each new object moves the focus into the panel. */
      panelFocus,
      show: (path: StepPath, on: PanelFocus = 'title') => show(path, on),
      /** Closes the panel and focuses the step's card. */
      close: () => {
        setPanelFocus(undefined);
        setOpen('');
        focusStep(stepPath(open));
      },
      replace: (path: StepPath, step: WrittenStep, about: string) =>
        change(replaceStep(steps, path, step), about),
      add: (list: StepPath, at: number, type: string) => {
        const step = newStep(steps, type);
        insert(list, at, [step], stepTexts.added(stepTitle(step.name)));
        show([...list, at], 'first field');
      },
      duplicate: (path: StepPath) => {
        const step = stepAt(steps, path);
        if (!step) return;
        const place = [...path.slice(0, -1), Number(path.at(-1)) + 1];
        const copies = copiesOf(steps, [step]);
        insert(
          place.slice(0, -1),
          Number(place.at(-1)),
          copies,
          stepTexts.added(stepTitle(copies[0]?.name ?? '')),
        );
        focusStep(place);
      },
      paste: (list: StepPath, at: number, text: string) => {
        const copied = readCopiedSteps(text);
        if (!copied) return void showFailure(new Error(flowTexts.pasteWrong));
        insert(list, at, copiesOf(steps, copied), flowTexts.pasted(copied.length));
        focusStep([...list, at]);
      },
      remove: (path: StepPath) => {
        const left = removeStep(steps, path);
        const name = stepAt(steps, path)?.name ?? '';
        change(left);
        setOpen('');
        focusAfterRemoval(steps, path);
        say(stepTexts.removed(stepTitle(name)));
        showUndo(stepTexts.removedToast(stepTitle(name)), async () => undoTo(left), { hasShortcut: false });
      },
      move: (path: StepPath, by: -1 | 1) => moved(moveStep(steps, path, by), path),
      moveTo: (path: StepPath, list: string) => moved(moveTo(steps, path, stepPath(list)), path),
      place: (path: StepPath, list: StepPath, at: number) => moved(placeStep(steps, path, list, at), path),
      say,
      places: placesOf(steps),
      /** The paths of all steps, in display order. */
      paths: allSteps(steps).map(({ path }) => path),
    };
  }, [steps, change, undoTo, panelFocus, open, setOpen, say]);
}

/** Focuses the step above the removed one. If the first step was removed, focuses the new first step; in an empty list, the add button. */
function focusAfterRemoval(steps: readonly WrittenStep[], path: StepPath) {
  const [list, index] = [path.slice(0, -1), Number(path.at(-1))];
  const isLast = index === 0 && stepAt(steps, [...list, 1]) === undefined;
  if (isLast) focusOn(`[data-place="${stepText([...list, 0])}"]`);
  else focusStep([...list, Math.max(0, index - 1)]);
}

/** Returns the lists that a step can move to. */
const placesOf = (steps: readonly WrittenStep[]) => [
  { value: '', label: stepTexts.top },
  ...allSteps(steps).flatMap(({ step, path }) =>
    listsOf(step).map((key) => ({
      value: stepText([...path, key]),
      label: key === 'steps' ? stepTitle(step.name) : `${stepTitle(step.name)} › ${flowTexts.sides[key]}`,
    })),
  ),
];

export type StepWork = ReturnType<typeof useStepWork>;
