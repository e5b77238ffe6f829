import type { ClipboardEvent, KeyboardEvent } from 'react';
import { stepTitle } from '../../../components/values/step-name.ts';
import { flowTexts } from '../../../texts/workflows/workflow-flow.ts';
import { copiedText } from './edit/step-clipboard.ts';
import { type StepPath, stepText, type WrittenStep } from './step-tree.ts';
import { focusStep, type StepWork } from './use-step-work.ts';

/** Returns the handlers of a step's card for the keyboard and the clipboard. Users who can only view steps can walk and copy. */
export const cardKeys = (step: WrittenStep, path: StepPath, work: StepWork, isReadOnly: boolean) => ({
  onKeyDown: (event: KeyboardEvent) => {
    const act = (isReadOnly ? undefined : actOf(event, path, work)) ?? focusMove(event, path, work);
    if (!act) return;
    event.preventDefault();
    act();
  },
  onCopy: (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData.setData('text/plain', copiedText([step]));
    work.say(flowTexts.copied(stepTitle(step.name)));
  },
  onPaste: (event: ClipboardEvent) => {
    if (isReadOnly) return;
    event.preventDefault();
    work.paste(path.slice(0, -1), Number(path.at(-1)) + 1, event.clipboardData.getData('text/plain'));
  },
});

function actOf({ key, altKey, ctrlKey, metaKey }: KeyboardEvent, path: StepPath, work: StepWork) {
  if (altKey && key === 'ArrowUp') return () => work.move(path, -1);
  if (altKey && key === 'ArrowDown') return () => work.move(path, 1);
  if ((ctrlKey || metaKey) && key.toLowerCase() === 'd') return () => work.duplicate(path);
  return key === 'Delete' || key === 'Backspace' ? () => work.remove(path) : undefined;
}

/** For an arrow key without Alt, returns a function that focuses another card: up and down in display order, left and right between the sides of a branch. */
function focusMove({ key, altKey }: KeyboardEvent, path: StepPath, { paths }: StepWork) {
  if (altKey) return undefined;
  const at = paths.findIndex((one) => stepText(one) === stepText(path));
  const next =
    key === 'ArrowUp'
      ? paths[at - 1]
      : key === 'ArrowDown'
        ? paths[at + 1]
        : key === 'ArrowLeft' || key === 'ArrowRight'
          ? across(path, key === 'ArrowLeft' ? 'then' : 'else', paths)
          : undefined;
  return next && (() => void focusStep(next));
}

/** Returns the step at the same height in the other side of the innermost branch, or the last one there. */
function across(path: StepPath, side: 'then' | 'else', paths: readonly StepPath[]): StepPath | undefined {
  const at = path.findLastIndex((part) => part === 'then' || part === 'else');
  if (at === -1 || path[at] === side) return undefined;
  const start = stepText([...path.slice(0, at), side]);
  const inSide = paths.filter((one) => stepText(one.slice(0, -1)) === start);
  return inSide[Math.min(Number(path[at + 1]), inSide.length - 1)];
}
