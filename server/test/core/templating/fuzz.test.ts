import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileTemplate, formatProblem, type Problem } from '../../../src/core/templating/index.ts';
import { isFullRun, seedOfRun } from '../../harness/seeded-random.ts';
import { anyData, anyTemplate } from './random-template.ts';
import { cpuMsOf, scopeWith } from './render-template.ts';

const mostCpuMs = 100;
const count = isFullRun ? 200_000 : 5000;

function expectReadable(source: string, { code, message, line, column, ...rest }: Problem): void {
  expect(['syntax', 'runtime', 'budget', 'secret']).toContain(code);
  expect(formatProblem(source, { code, message, line, column, ...rest })).toContain(message);
}

/** Compiles and runs a template in both profiles; what comes out is a value of JSON or a problem with a place. */
function run(source: string, data: unknown): void {
  for (const profile of ['step', 'setting'] as const) {
    const given = profile === 'setting' ? source.replaceAll('__data', 'workspace') : source;
    const outcome = compileTemplate(given, { profile });
    if (!outcome.ok) {
      for (const problem of outcome.problems) expectReadable(given, problem);
      continue;
    }
    const variables = { __data: data, workspace: data, secrets: { s: 'secret' } };
    const result = outcome.template.render(scopeWith(variables));
    if (!result.ok) expectReadable(given, result.problem);
    else if (profile === 'setting') expect(result.value).not.toBe('');
    else expect(JSON.stringify(result.value)).toBeTypeOf('string');
  }
}

describe('random templates over random data', () => {
  test(`values or errors, never an exception, never long (seed ${seedOfRun})`, () => {
    const before = Object.getOwnPropertyNames(Object.prototype);
    fc.assert(
      fc.property(anyTemplate, anyData, (source, data) => {
        let spent = cpuMsOf(() => run(source, data));
        // What took long while others used the machine is run again alone.
        for (let round = 0; round < 3 && spent > mostCpuMs; round++) spent = cpuMsOf(() => run(source, data));
        expect(spent).toBeLessThan(mostCpuMs);
      }),
      { numRuns: count, seed: seedOfRun },
    );
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
  }, 3_600_000);
});
