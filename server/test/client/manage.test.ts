// The client manages users, roles and lead fields (spec/rest-api §14, §15, §16).
import { expect, test } from 'vitest';
import { useTestDatabase } from '../harness/test-database.ts';
import { useClients } from './client-stage.ts';

const database = useTestDatabase();
const openClient = useClients(database);

test('a role and a user are created, read, changed and deleted (spec/rest-api §14, §15)', async () => {
  const { hark } = await openClient();
  const role = await hark.roles.create({ name: 'Support', permissions: { 'leads.view': 'all' } });
  expect(await hark.roles.get(role.id)).toEqual(role);
  expect(await hark.roles.list({ limit: 100 })).toContainEqual(role);
  const wider = await hark.roles.update(role.id, { permissions: { 'leads.edit': 'own' } });
  expect(wider.permissions).toMatchObject({ 'leads.view': 'all', 'leads.edit': 'own' });
  const { user, inviteUrl } = await hark.users.create({
    email: 'kim@acme.test',
    name: 'Kim',
    role: 'Support',
  });
  expect(inviteUrl).toContain('/set-password?link=');
  expect(await hark.users.get(user.id)).toEqual(user);
  expect(await hark.users.list({ limit: 100 })).toContainEqual(user);
  expect(await hark.users.update(user.id, { name: 'Kim S.' })).toMatchObject({ name: 'Kim S.' });
  await expect(hark.roles.delete(role.id)).rejects.toMatchObject({ status: 409 });
  await hark.users.delete(user.id);
  await hark.roles.delete(role.id);
  await expect(hark.users.get(user.id)).rejects.toMatchObject({ code: 'not_found' });
});

test('a lead field is created, read and changed (spec/rest-api §16)', async () => {
  const { hark } = await openClient();
  const field = await hark.leadFields.create({ alias: 'plan', type: 'select', options: ['free', 'paid'] });
  expect(await hark.leadFields.get('plan')).toEqual(field);
  expect(await hark.leadFields.list()).toContainEqual(field);
  expect(await hark.leadFields.update('plan', { label: 'Plan' })).toEqual({ ...field, label: 'Plan' });
});
