import { readTemplate } from '../../../../components/template-editor/value-label.ts';
import { stepTitle } from '../../../../components/values/step-name.ts';
import { flowTexts, summaryTexts } from '../../../../texts/workflows/workflow-flow.ts';
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
    isTemplate: (key) => String(step[key]).includes('{{'),
    names: (key) => Object.keys(Object(step[key])).filter((name) => name !== ''),
  });
  if (!summary) return typeLabel(step);
  const line = form?.isPhrase ? summary : summaryTexts.typed(typeLabel(step), summary);
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
}

/** Returns the name of a setting in the step's form. `path` can end inside the setting, as in `fields.email`. */
export function settingLabel(type: string, path: string): string {
  const [setting = '', ...inner] = path.split('.');
  const { fields = {} } = stepForms[type] ?? {};
  const { texts, part } = (typeof fields === 'function' ? undefined : fields[setting]) ?? {};
  const key = typeof texts === 'string' ? texts : setting;
  const label = settingNames[key] ?? key;
  return [label, ...inner.filter((name) => name !== part)].join(' › ');
}

/** The settings of single step types, and those that each step has. */
const settingNames: Readonly<Record<string, string>> = {
  ...stepTexts.fields,
  name: stepTexts.name,
  disabled: stepTexts.disabled,
  note: flowTexts.panel.note.label,
  on_error: stepTexts.onError.label,
};

/** Returns the name of a list of steps from the names of the steps and lists around it. */
export const placeLabel = (place: string): string =>
  place
    .split(' › ')
    .map((part) => flowTexts.sides[part] ?? stepTitle(part))
    .join(' › ');

const written = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return readTemplate(typeof value === 'string' ? value : JSON.stringify(value)).trim();
};
