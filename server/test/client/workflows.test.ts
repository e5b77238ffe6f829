// The client manages workflows (spec/rest-api §12).
import { expect, test } from 'vitest';
import { useTestDatabase } from '../harness/test-database.ts';
import { useClients } from './client-stage.ts';

const database = useTestDatabase();
const openClient = useClients(database);

test('a workflow is created, read, changed, published, started and deleted (spec/rest-api §12.2)', async () => {
  const { hark } = await openClient();
  const steps = [{ name: 'a', type: 'set', values: { a: 1 } }];
  const created = await hark.workflows.create({ name: 'Order', steps, enabled: true });
  const { id } = created;
  expect(await hark.workflows.get(id)).toEqual(created);
  expect((await hark.workflows.list({ name: 'Order' })).workflows.map((one) => one.id)).toEqual([id]);
  expect(await hark.workflows.update(id, { name: 'Orders' })).toMatchObject({ id, name: 'Orders' });
  await expect(hark.workflows.publish(id, 99)).rejects.toMatchObject({ status: 409 });
  expect(await hark.workflows.publish(id)).toMatchObject({ version: 1, steps, draft: null });
  expect(await hark.workflows.shadow(id, { requests: 10 })).toMatchObject({
    requests: 0,
    runs: [],
    next: null,
  });
  expect(await hark.workflows.start(id, { n: 1 })).toMatch(/^[0-9a-f-]{36}$/);
  await hark.workflows.delete(id);
  await expect(hark.workflows.get(id)).rejects.toMatchObject({ code: 'not_found' });
});

test('a run is listed, read, cancelled and retried (spec/rest-api §13.1)', async () => {
  const { hark } = await openClient();
  const steps = [{ name: 'a', type: 'set', values: { a: 1 } }];
  const { id } = await hark.workflows.create({ name: 'Run', steps, enabled: true });
  await hark.workflows.publish(id);
  const run = await hark.workflows.start(id, { n: 1 });
  expect(await hark.runs.list({ workflow: id, status: 'queued' })).toMatchObject({
    total: 1,
    runs: [{ id: run }],
  });
  expect(await hark.runs.get(run)).toMatchObject({ id: run, input: { n: 1 } });
  expect(await hark.runs.steps(run)).toEqual({ total: 0, steps: [] });
  expect((await hark.runs.cancel(run)).status).toBe('cancelled');
  expect((await hark.runs.retry(run)).retry_of).toBe(run);
  await expect(hark.runs.get('7')).rejects.toThrow('UUID');
});
