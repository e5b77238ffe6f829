import { stepTexts } from '../../../../texts/workflows/workflow-steps.ts';
import { freeName, type WrittenStep } from '../step-tree.ts';
import { stepForms } from './step-forms.ts';

export const newStep = (steps: readonly WrittenStep[], type: string): WrittenStep => {
  const [name, settings] = stepForms[type]?.start ?? [type, {}];
  return { name: freeName(steps, name), type, ...settings };
};

/** The step types by group, in the order in which the builder shows them. */
export const stepGroups = Object.entries(stepTexts.groups).map(([group, label]) => ({
  label,
  types: Object.keys(stepForms).filter((type) => stepForms[type]?.group === group),
}));
