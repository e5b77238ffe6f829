import {
  languageWords,
  type TemplateLanguage,
  variable,
} from '../../../components/template-editor/language-words.ts';
import type { TemplateWord, TemplateWords } from '../../../components/template-editor/template-words.ts';
import { allSteps, type WrittenStep } from '../builder/step-tree.ts';

const mostPaths = 500;
const deepest = 6;

/** Every path into a value that can be written with dots, each with what stands there. */
function pathsOf(value: unknown, name: string, found: TemplateWord[], depth = 0): TemplateWord[] {
  if (found.length >= mostPaths) return found;
  found.push(variable(name, value));
  if (typeof value !== 'object' || value === null || depth >= deepest) return found;
  const entries = Array.isArray(value) ? value.slice(0, 1).map((item) => ['0', item]) : Object.entries(value);
  for (const [key, inner] of entries) {
    if (/^\w+$/.test(key)) pathsOf(inner, `${name}.${key}`, found, depth + 1);
  }
  return found;
}

/** What the editors of a workflow offer: the language, what the request brings, and what steps give. */
export function wordsOf(
  language: TemplateLanguage,
  steps: readonly WrittenStep[],
  sample: { input: unknown; outputs: Readonly<Record<string, unknown>> },
): TemplateWords {
  const given = allSteps(steps).flatMap(({ step }) => [
    variable(`steps.${step.name}`, ''),
    ...pathsOf(sample.outputs[step.name], `steps.${step.name}.output`, []),
  ]);
  const words = languageWords(language);
  return {
    ...words,
    variables: [
      ...pathsOf(sample.input, '__data', []),
      variable('__data.__raw', 'the body as it was received'),
      variable('steps', ''),
      ...given,
      variable('run', ''),
      variable('run.id', 'the id of the run'),
      ...words.variables,
    ],
  };
}
