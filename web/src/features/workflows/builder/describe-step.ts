import { stepForms } from './step-forms.ts';
import type { WrittenStep } from './step-tree.ts';

const maxLength = 90;

/** What a step does, in one line: as it is written, so that a list of closed steps can be read. */
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
