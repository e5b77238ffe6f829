// Guards the number of round trips per run against regressions (docs/design/run-execution.md).
import { expect, test } from 'vitest';
import { useCountedDatabase } from '../../harness/counted-database.ts';
import { testContext } from '../../harness/test-database.ts';
import { branch, set, useRuns } from '../run-actions.ts';
import { executeAll } from '../run-stage.ts';

const { database, accepted, again, row, paths, leadsOf } = useRuns();
const counted = useCountedDatabase(database, { lookupsOnly: true });

test.each([
  ['that creates a lead takes four round trips', [set('name', { first: 'Ann' }), branch], 4, 1],
  ['without side effects takes three round trips', [set('name', { first: 'Ann' })], 3, 0],
])('a short run %s', async (_, steps, trips, leads) => {
  const { job, stage } = await accepted(steps, { email: 'ann@example.test' });
  const context = testContext(counted.db());
  // Data that is cached per workspace and version is read with the first run.
  await executeAll(context, [await again(stage, { email: 'bob@example.test' })]);
  const before = counted.count();
  await executeAll(context, [job]);
  expect(counted.count() - before).toBe(trips);
  expect(await row(job)).toMatchObject({ status: 'succeeded', error: null });
  expect((await paths(job))[0]).toBe('name succeeded');
  expect(await leadsOf(stage)).toBe(2 * leads);
});
