import { stepForms } from './step-forms.ts';
import type { WrittenStep } from './step-tree.ts';

const maxLength = 90;

/** Returns a one-line summary of the step's settings, shown while the step is closed. */
export function describeStep(step: WrittenStep): string {
  const text = (key: string): string => (step[key] === undefined ? '' : written(step[key]));
  const pairs = (key: string): string =>
    Object.entries((step[key] ?? {}) as Record<string, unknown>)
      .map(([name, one]) => `${name} = ${written(one)}`)
      .join(', ');
  const summary = stepForms[step.type]?.summary(text, pairs) ?? '';
  return summary.length > maxLength ? `${summary.slice(0, maxLength)}…` : summary;
}

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
