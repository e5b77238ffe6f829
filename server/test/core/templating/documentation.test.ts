import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { filters } from '../../../src/core/templating/filters/filter-table.ts';
import { functions } from '../../../src/core/templating/function-table.ts';
import { compileTemplate } from '../../../src/core/templating/index.ts';
import { tests } from '../../../src/core/templating/run/tests.ts';
import { scopeWith } from './render-template.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/templates.md'), 'utf8');
const blocksOf = (kind: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${kind}\\n(.*?)^\`\`\``, 'gms'))].map(([, text = '']) => text);
const variables = JSON.parse(blocksOf('json data')[0] ?? '') as Record<string, unknown>;
const examples = blocksOf('twig examples').flatMap((block) =>
  block
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [template = '', result = ''] = line.split(' → ');
      return [template, result] as const;
    }),
);

/** Returns the result of an example as JSON, or its error message. */
function shown(template: string): string {
  const secrets = Object.keys(variables.secrets as object);
  const outcome = compileTemplate(template, { profile: 'step', secrets });
  if (!outcome.ok) return `error: ${outcome.problems[0]?.message}`;
  const result = outcome.template.render(scopeWith(variables));
  return result.ok ? JSON.stringify(result.value) : `error: ${result.problem.message}`;
}

describe('docs/templates.md', () => {
  test.each(examples)('%s → %s', (template, result) => {
    expect(shown(template)).toBe(result);
  });

  test('every filter, test and function has an example', () => {
    const all = examples.map(([template]) => template).join('\n');
    expect(examples.length).toBeGreaterThan(100);
    const missing = [
      ...[...filters.keys()].filter((name) => !all.includes(`|${name}`)),
      ...[...tests.keys()].filter((name) => !new RegExp(`is (not )?${name}`).test(all)),
      ...[...functions.keys()].filter((name) => !all.includes(`${name}(`)),
    ];
    expect(missing).toEqual([]);
  });
});
