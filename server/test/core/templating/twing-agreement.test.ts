import fc from 'fast-check';
import { createSynchronousArrayLoader, createSynchronousEnvironment } from 'twing';
import { describe, expect, test } from 'vitest';
import { compileTemplate } from '../../../src/core/templating/index.ts';
import { isFullRun } from '../../harness/seeded-random.ts';
import { commonData, commonTemplate } from './common-twig.ts';

const runs = isFullRun ? 20_000 : 1000;

/**
 * Converts objects to Maps, because Twing treats an object as a PHP class instance and a Map as a mapping.
 */
const mapsOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(mapsOf);
  if (typeof value !== 'object' || value === null) return value;
  return new Map(Object.entries(value).map(([key, item]) => [key, mapsOf(item)]));
};

/** Returns Twing's output, or undefined if Twing rejects the template. */
function twingPrints(source: string, data: unknown): string | undefined {
  const environment = createSynchronousEnvironment(createSynchronousArrayLoader({ template: source }));
  try {
    return environment.render('template', { __data: mapsOf(data) });
  } catch {
    return undefined;
  }
}

function harkPrints(source: string, data: unknown): unknown {
  const compiled = compileTemplate(source, { profile: 'step' });
  if (!compiled.ok) return compiled.problems;
  const outcome = compiled.template.render({
    variables: { __data: data },
    nowMs: 0,
    zone: 'UTC',
    clockMs: () => performance.now(),
  });
  return outcome.ok ? outcome.value : outcome.problem;
}

describe('our template language', () => {
  test(`prints the same as Twing for ${runs} generated templates`, { timeout: 600_000 }, () => {
    let compared = 0;
    fc.assert(
      fc.property(commonTemplate, commonData, (source, data) => {
        const expected = twingPrints(source, data);
        if (expected === undefined) return;
        compared++;
        expect(harkPrints(source, data)).toBe(expected);
      }),
      { numRuns: runs },
    );
    // If Twing rejected most templates, the comparison would prove nothing.
    expect(compared).toBeGreaterThan(runs * 0.9);
  });
});
