import { readTemplate } from '../../../../components/template-editor/value-label.ts';
import { summaryTexts } from '../../../../texts/workflows/workflow-flow.ts';
import { stepTexts } from '../../../../texts/workflows/workflow-steps.ts';
import type { WrittenStep } from '../step-tree.ts';
import { stepForms } from './step-forms.ts';

const maxLength = 90;

export const typeLabel = ({ type }: WrittenStep): string =>
  stepTexts.types[type]?.label ?? stepTexts.unknownType;

/** Returns one line for the step's card: its type in words, then a summary of its settings. */
export function describeStep(step: WrittenStep): string {
  const form = stepForms[step.type];
  const summary = form?.summary({
    text: (key) => written(step[key]),
    names: (key) => Object.keys(Object(step[key])).filter((name) => name !== ''),
  });
  if (!summary) return typeLabel(step);
  const line = form?.isPhrase ? summary : summaryTexts.typed(typeLabel(step), summary);
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
}

const written = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return readTemplate(typeof value === 'string' ? value : JSON.stringify(value)).trim();
};
