// docs/decisions/0047-completing-runs.md: what a run costs must not creep up unseen.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { Secret } from '../../src/lib/secret.ts';
import { startCountingProxy } from '../harness/counting-proxy.ts';
import { silent } from '../harness/scratch-database.ts';
import { testContext } from '../harness/test-database.ts';
import { set, useRuns } from './run-actions.ts';
import { execute } from './run-stage.ts';

const { database, accepted, again, row, paths, leadsOf } = useRuns();
let proxy: Awaited<ReturnType<typeof startCountingProxy>>;
let counted: Database;

beforeAll(async () => {
  const address = new URL(database.current.addresses.login.app.reveal());
  proxy = await startCountingProxy({ host: address.hostname, port: Number(address.port || 5432) });
  address.host = `127.0.0.1:${proxy.port}`;
  const login = { ...database.current.addresses.login, app: new Secret(address.href) };
  // One connection, so that opening another is never counted.
  const options = { applicationName: 'hark-test', poolSize: 1, logger: silent, onlyLookups: true };
  counted = openDatabase({ login }, options);
});
afterAll(async () => {
  await counted.close();
  proxy.close();
});

const upsert = {
  name: 'save',
  type: 'lead.upsert',
  match: { email: '{{ __data.email }}' },
  fields: { first_name: '{{ __data.first }}' },
};
const branch = {
  name: 'known',
  type: 'branch',
  if: '{{ __data.email is not empty }}',
  // biome-ignore lint/suspicious/noThenProperty: the key of the file.
  then: [upsert],
};

test.each([
  ['that makes a lead takes four round trips', [set('name', { first: 'Ann' }), branch], 4, 1],
  ['that touches nothing takes three', [set('name', { first: 'Ann' })], 3, 0],
])('a short run %s', async (_, steps, trips, leads) => {
  const { job, stage } = await accepted(steps, { email: 'ann@example.test' });
  const context = testContext(counted);
  // What is remembered of a workspace and a version is read with the first of its runs.
  await execute(context, await again(stage, { email: 'bob@example.test' }));
  const before = proxy.count();
  await execute(context, job);
  expect(proxy.count() - before).toBe(trips);
  expect(await row(job)).toMatchObject({ status: 'succeeded', error: null });
  expect((await paths(job))[0]).toBe('name succeeded');
  expect(await leadsOf(stage)).toBe(2 * leads);
});
