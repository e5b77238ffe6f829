import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { customTypeNames, everyOperator } from '../../src/core/lead-fields/index.ts';
import { runStatuses } from '../../src/core/runs/index.ts';
import { languageCatalogue } from '../../src/core/templating/index.ts';
import { profiles } from '../../src/core/templating/profile.ts';
import { settingsSchema } from '../../src/core/workspaces/index.ts';
import { repository } from './pages.ts';

/** Returns the text of a section in docs/spec. */
function sectionOf(page: string, section: string): string {
  const text = readFileSync(join(repository, `docs/spec/${page}.md`), 'utf8');
  const found = text.split(/^#{2,3} (?=\d)/m).find((part) => part.startsWith(`${section} `));
  if (found === undefined) throw new Error(`docs/spec/${page}.md has no section ${section}.`);
  return found;
}

/** Returns the words that a section formats as code. */
const codeIn = (text: string): string[] =>
  [...text.matchAll(/`([^`]+)`/g)].flatMap(([, words = '']) => words.split(' '));

test.each([
  ['the custom field types (spec/rest-api §5.6)', 'rest-api', '5.6', customTypeNames],
  ['the filter operators (spec/rest-api §6.4)', 'rest-api', '6.4', everyOperator],
  [
    'the workspace settings (spec/provisioning §3.5)',
    'provisioning',
    '3.5',
    Object.keys(settingsSchema.shape),
  ],
  ['the states of a run (spec/runs §3.1)', 'runs', '3.1', runStatuses],
  [
    'the template filters (spec/templates §1.3)',
    'templates',
    '1.3',
    languageCatalogue().filters.map(({ name }) => name),
  ],
])('the specification lists %s', (_, page, section, names) => {
  const listed = codeIn(sectionOf(page, section));
  expect(names.filter((name) => !listed.includes(name))).toEqual([]);
});

test('the specification states the limits of templates (spec/templates §1.8)', () => {
  const rows = [...sectionOf('templates', '1.8').matchAll(/^\| ([^|]+) \| ([\d,]+) \| ([\d,]+) \|$/gm)];
  const numberOf = (text = '') => Number(text.replaceAll(',', ''));
  const stated = Object.fromEntries(
    rows.map(([, limit, setting, step]) => [limit, [numberOf(setting), numberOf(step)]]),
  );
  const limits = [profiles.setting.limits, profiles.step.limits];
  expect(stated).toEqual({
    'characters of source': limits.map(({ source }) => source),
    'evaluation steps': limits.map(({ steps }) => steps),
    'characters of output': limits.map(({ output }) => output),
    'elements of a range': limits.map(({ range }) => range),
  });
});
