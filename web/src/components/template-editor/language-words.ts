import type { ApiResponse } from '../../api/call.ts';
import type { TemplateWords } from './template-words.ts';

export type TemplateLanguage = ApiResponse<'GET /workflows/language'>;

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
    'workspace.name',
    'workspace.base_url',
    'workspace.timezone',
    ...(secrets ?? []).map((name) => `secrets.${name}`),
    'now',
  ].map((name) => ({ name, signature: '', about: '' })),
});
