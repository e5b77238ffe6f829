import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileTemplate, formatProblem, type Problem } from '../../../src/core/templating/index.ts';
import { isFullRun, seedOfRun } from '../../harness/seeded-random.ts';
import { anyData, anyTemplate } from './random-template.ts';
import { cpuMsOf, scopeWith } from './render-template.ts';

const maxCpuMs = 200;
const count = isFullRun ? 200_000 : 1000;

function expectReadable(source: string, { code, message, line, column, ...rest }: Problem): void {
  expect(['syntax', 'runtime', 'budget', 'secret']).toContain(code);
  expect(formatProblem(source, { code, message, line, column, ...rest })).toContain(message);
}

/** Compiles and runs a template in both profiles. The result is a JSON value or an error with a position. */
function run(source: string, data: unknown): void {
  for (const profile of ['step', 'setting'] as const) {
    const adapted = profile === 'setting' ? source.replaceAll('__data', 'workspace') : source;
    const outcome = compileTemplate(adapted, { profile });
    if (!outcome.ok) {
      for (const problem of outcome.problems) expectReadable(adapted, problem);
      continue;
    }
    const variables = { __data: data, workspace: data, secrets: { s: 'secret' } };
    const result = outcome.template.render(scopeWith(variables));
    if (!result.ok) expectReadable(adapted, result.problem);
    else if (profile === 'setting') expect(result.value).not.toBe('');
    else expect(JSON.stringify(result.value)).toBeTypeOf('string');
  }
}

describe('random templates over random data', () => {
  test(`produce a value or an error, never throw an exception, and finish quickly (seed ${seedOfRun})`, () => {
    const before = Object.getOwnPropertyNames(Object.prototype);
    fc.assert(
      fc.property(anyTemplate, anyData, (source, data) => {
        let spent = cpuMsOf(() => run(source, data));
        // A slow run may be due to other processes, so repeat it.
        for (let round = 0; round < 3 && spent > maxCpuMs; round++) spent = cpuMsOf(() => run(source, data));
        expect(spent).toBeLessThan(maxCpuMs);
      }),
      { numRuns: count, seed: seedOfRun },
    );
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
  }, 3_600_000);
});
