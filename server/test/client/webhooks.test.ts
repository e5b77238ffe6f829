// The client manages webhooks (spec/events §3.2).
import { expect, test } from 'vitest';
import { useTestDatabase } from '../harness/test-database.ts';
import { useClients } from './client-stage.ts';

const database = useTestDatabase();
const openClient = useClients(database);

test('a webhook is created, read, changed, rotated, tested, replayed and deleted (spec/events §3.2)', async () => {
  const { hark } = await openClient();
  const { secret, ...created } = await hark.webhooks.create({
    name: 'Warehouse',
    url: 'https://warehouse.example.test/hark',
    types: ['lead.created'],
  });
  const { id } = created;
  expect(await hark.webhooks.get(id)).toEqual(created);
  expect(await hark.webhooks.list()).toEqual([created]);
  expect(await hark.webhooks.update(id, { types: ['lead.deleted'] })).toMatchObject({
    types: ['lead.deleted'],
  });
  expect((await hark.webhooks.rotate(id)).secret).not.toBe(secret);
  const delivery = await hark.webhooks.test(id);
  expect(await hark.webhooks.deliveries(id, { status: 'pending' })).toMatchObject({
    total: 1,
    deliveries: [{ id: delivery, type: 'webhook.test', attempts: [] }],
  });
  expect(await hark.webhooks.replay(id, { from: '2026-01-01T00:00:00Z' })).toBe(0);
  await hark.webhooks.delete(id);
  await expect(hark.webhooks.get(id)).rejects.toMatchObject({ code: 'not_found' });
});
