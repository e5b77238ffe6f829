import { expect, test } from 'vitest';
import { expectNested, useListeners } from './listener-stage.ts';

const { build } = useListeners();

test('a request from a chain of more than 10 runs gets 508 and starts no run (spec/listeners §7.6)', async () => {
  const stage = await build();
  const askAt = (depth: number) => stage.ask({ headers: [`Hark-Depth: ${depth}`] });
  expect((await askAt(10)).status).toBe(200);
  expectNested(await askAt(11), 508);
  expect(await stage.countRuns()).toBe(1);
});
