// The client manages connections (spec/connections §4.2).
import { expect, test } from 'vitest';
import { useTestDatabase } from '../harness/test-database.ts';
import { useClients } from './client-stage.ts';

const database = useTestDatabase();
const openClient = useClients(database);

test('a connection is created, read, changed and deleted (spec/connections §4.2)', async () => {
  const { hark } = await openClient();
  const created = await hark.connections.create({
    name: 'billing',
    type: 'bearer',
    origin: 'https://billing.example.test',
    token: 'a-token',
  });
  const { id } = created;
  expect(await hark.connections.get(id)).toEqual(created);
  expect(await hark.connections.list({ limit: 10 })).toEqual([created]);
  expect(await hark.connections.update(id, { name: 'invoices' })).toMatchObject({ id, name: 'invoices' });
  await hark.connections.delete(id);
  await expect(hark.connections.get(id)).rejects.toMatchObject({ code: 'not_found' });
});
