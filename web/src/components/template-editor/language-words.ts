import type { Answer } from '../../api/call.ts';
import type { TemplateWord, TemplateWords } from './template-words.ts';

export type TemplateLanguage = Answer<'GET /workflows/language'>;

const longestShown = 40;

/** A path that a template can read; `value` is an example of what stands there. */
export const variable = (name: string, value: unknown): TemplateWord => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const signature = text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
  return { name, signature, about: '' };
};

/** What every template can read: the language, the workspace, the time, and secrets where they are given. */
export const languageWords = ({
  functions,
  filters,
  tests,
  tags,
  secrets,
}: Omit<TemplateLanguage, 'secrets'> & {
  readonly secrets?: readonly string[] | undefined;
}): TemplateWords => ({
  functions,
  filters,
  tests,
  tags,
  variables: [
    variable('workspace', ''),
    variable('workspace.name', ''),
    variable('workspace.base_url', ''),
    variable('workspace.timezone', ''),
    ...(secrets ? [variable('secrets', ''), ...secrets.map((name) => variable(`secrets.${name}`, ''))] : []),
    variable('now', ''),
  ],
});
