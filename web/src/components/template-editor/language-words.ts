import type { ApiResponse } from '../../api/call.ts';
import type { TemplateWord, TemplateWords } from './template-words.ts';

export type TemplateLanguage = ApiResponse<'GET /workflows/language'>;

const maxShownLength = 40;

/** Returns the completion for a path that a template can read. `value` is shown as an example. */
export const variable = (name: string, value: unknown): TemplateWord => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const signature = text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text;
  return { name, signature, about: '' };
};

/** Returns the completions for every template: the language itself, `workspace`, `now`, and `secrets` if they are passed. */
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
