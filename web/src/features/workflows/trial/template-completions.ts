import {
  languageWords,
  type TemplateLanguage,
  variable,
} from '../../../components/template-editor/language-words.ts';
import type { TemplateWord, TemplateWords } from '../../../components/template-editor/template-words.ts';
import { allSteps, type WrittenStep } from '../builder/step-tree.ts';

const maxPaths = 500;
const deepest = 6;

/** Returns a completion for `value` and for the values inside it that can be reached with dots, such as `__data.lead.email`. */
function pathsOf(value: unknown, name: string, found: TemplateWord[], depth = 0): TemplateWord[] {
  if (found.length >= maxPaths) return found;
  found.push(variable(name, value));
  if (typeof value !== 'object' || value === null || depth >= deepest) return found;
  const entries = Array.isArray(value) ? value.slice(0, 1).map((item) => ['0', item]) : Object.entries(value);
  for (const [key, inner] of entries) {
    if (/^\w+$/.test(key)) pathsOf(inner, `${name}.${key}`, found, depth + 1);
  }
  return found;
}

/** Returns the completions for a workflow's templates: the language, the request's data, and the steps' outputs. */
export function wordsOf(
  language: TemplateLanguage,
  steps: readonly WrittenStep[],
  sample: { input: unknown; outputs: Readonly<Record<string, unknown>> },
): TemplateWords {
  const outputs = allSteps(steps).flatMap(({ step }) => [
    variable(`steps.${step.name}`, ''),
    ...pathsOf(sample.outputs[step.name], `steps.${step.name}.output`, []),
  ]);
  const words = languageWords(language);
  return {
    ...words,
    variables: [
      ...pathsOf(sample.input, '__data', []),
      variable('__data.__raw', 'the raw body'),
      variable('steps', ''),
      ...outputs,
      variable('run', ''),
      variable('run.id', 'the run ID'),
      ...words.variables,
    ],
  };
}
