import { stepTypes } from '../../../../api/step-types.gen.ts';
import { childKeysOf, innerSteps, listsOf, type WrittenStep } from '../step-tree.ts';

/** The maximum size of pasted text. A workflow of 200 steps is far smaller. */
const maxCharacters = 1_000_000;

/** Returns steps as text for the clipboard. The text contains JSON, so it can also be pasted into a file. */
export const copiedText = (steps: readonly WrittenStep[]): string =>
  JSON.stringify({ hark_steps: steps }, null, 2);

/** Reads copied steps. @returns undefined if the text isn't a copy of steps of known types */
export function readCopiedSteps(text: string): readonly WrittenStep[] | undefined {
  if (text.length > maxCharacters) return undefined;
  try {
    const { hark_steps: steps } = Object(JSON.parse(text)) as { hark_steps?: unknown };
    return Array.isArray(steps) && steps.length > 0 && steps.every(isStep) ? steps : undefined;
  } catch {
    return undefined;
  }
}

function isStep(value: unknown): value is WrittenStep {
  const step = Object(value) as WrittenStep;
  if (typeof step.name !== 'string' || typeof step.type !== 'string') return false;
  if (!Object.hasOwn(stepTypes, step.type)) return false;
  return (
    childKeysOf(step).every((key) => step[key] === undefined || Array.isArray(step[key])) &&
    listsOf(step).every((key) => innerSteps(step, key).every(isStep))
  );
}
