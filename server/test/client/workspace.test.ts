// The client applies and exports the workspace (spec/provisioning §11.1).
import { expect, test } from 'vitest';
import { useTestDatabase } from '../harness/test-database.ts';
import { useClients } from './client-stage.ts';

const database = useTestDatabase();
const openClient = useClients(database);

test('a workspace is planned, applied and exported (spec/provisioning §11.1)', async () => {
  const { hark } = await openClient();
  const file = { roles: [{ name: 'Support' }] };
  expect((await hark.workspace.plan(file)).summary).toEqual({ create: 1, update: 0, delete: 0 });
  expect(await hark.workspace.apply(file)).toMatchObject({ roles: [{ name: 'Support' }] });
  expect((await hark.workspace.plan(await hark.workspace.export())).changes).toEqual([]);
});
