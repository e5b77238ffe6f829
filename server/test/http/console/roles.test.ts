// Roles in the console can be created, changed, deleted and explained. Explanations use the same rules as the actual
// permission checks.
import { describe, expect, test } from 'vitest';
import { type Act, acts, explainFor, permissions, reachOf } from '../../../src/core/access/index.ts';
import { buildUser } from '../../harness/builders.ts';
import { buildAdministrator, buildCaller } from '../../harness/console/console-caller.ts';
import { useSignIn } from '../../harness/servers/sign-in-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const stage = useSignIn(useTestDatabase());
const hostile = '<img src=x onerror=alert(1)>';
const member = { is_admin: false, requires_second_factor: false };
const everyAct = Object.keys(acts) as Act[];

test('all permissions are listed in the order of the role settings', async () => {
  const { admin } = await buildAdministrator(stage);
  const { json } = await admin.ask('GET', '/roles');
  expect(json.permissions).toEqual(Object.entries(permissions).map(([key, one]) => ({ key, ...one })));
  expect(json.permissions[0]).toMatchObject({ group: 'API Permissions', label: 'Access REST API' });
});

test('a role can be created, changed and deleted; permissions that a change omits are removed', async () => {
  const { workspace, admin } = await buildAdministrator(stage);
  const body = { ...member, name: hostile, permissions: { 'leads.view': 'all', 'leads.create': true } };
  const { json: made } = await admin.ask('POST', '/roles', body);
  expect((await admin.ask('POST', '/roles', body)).json.code).toBe('role_name_taken');
  const user = await buildUser(stage.context(), workspace.id, { role: hostile });
  const changed = { ...member, name: 'Quiet', permissions: { 'leads.view': 'own' } };
  expect((await admin.ask('PUT', `/roles/${made.id}`, { ...changed, seen: body })).status).toBe(200);
  const { json } = await admin.ask('GET', '/roles');
  const role = json.roles.find(({ id }: { id: number }) => id === made.id);
  expect(role).toEqual({ id: made.id, ...changed, users: 1 });
  const audit = await admin.ask('GET', '/audit?subject=role');
  expect(audit.json.entries[0]).toMatchObject({
    action: 'changed',
    old: { name: hostile, 'leads.view': 'all', 'leads.create': true },
    new: { name: 'Quiet', 'leads.view': 'own', 'leads.create': null },
  });
  const refused = await admin.ask('DELETE', `/roles/${made.id}`);
  expect([refused.status, refused.json.code]).toEqual([409, 'role_in_use']);
  await admin.ask('PATCH', `/users/${user.id}`, { role: admin.role.id });
  expect((await admin.ask('DELETE', `/roles/${made.id}`)).status).toBe(200);
  expect((await admin.ask('DELETE', `/roles/${made.id}`)).status).toBe(404);
});

describe('two administrators change one role', () => {
  const seen = { ...member, name: 'Shared', permissions: { 'leads.view': 'own' } };

  async function sharedRole() {
    const { workspace, admin: one } = await buildAdministrator(stage);
    const two = await buildCaller(stage, workspace, { isAdmin: true });
    const { json } = await one.ask('POST', '/roles', seen);
    const put = (caller: typeof one, permissions: object, from: object = seen) =>
      caller.ask('PUT', `/roles/${json.id}`, { ...seen, permissions, seen: from });
    const present = async () => {
      const { roles } = (await one.ask('GET', '/roles')).json;
      return roles.find(({ id }: { id: number }) => id === json.id).permissions;
    };
    return { one, two, put, present };
  }

  test('the second change is rejected instead of overwriting the first', async () => {
    const { one, two, put, present } = await sharedRole();
    expect((await put(one, { 'leads.view': 'all' })).status).toBe(200);
    const refused = await put(two, { 'leads.view': 'own', 'leads.create': true });
    expect([refused.status, refused.json.code]).toEqual([409, 'role_changed']);
    expect(refused.json.detail).toContain('Another user changed the role "Shared" after you opened it.');
    expect(await present()).toEqual({ 'leads.view': 'all' });
    const again = await put(
      two,
      { 'leads.view': 'all', 'leads.create': true },
      { ...seen, permissions: { 'leads.view': 'all' } },
    );
    expect(again.status).toBe(200);
    expect(await present()).toEqual({ 'leads.view': 'all', 'leads.create': true });
  });

  test('one of two simultaneous changes succeeds and the other is rejected', async () => {
    const { one, two, put, present } = await sharedRole();
    const answers = await Promise.all([
      put(one, { 'leads.view': 'all' }),
      put(two, { 'leads.view': 'none' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await present())['leads.view']).toBe(answers[0]?.status === 200 ? 'all' : 'none');
  });

  test('leaving out a permission is the same as setting it to none, so it does not count as a change', async () => {
    const { one, put } = await sharedRole();
    const same = {
      ...seen,
      permissions: { 'leads.view': 'own', 'leads.create': false, 'leads.edit': 'none' },
    };
    expect((await put(one, { 'leads.view': 'all' }, same)).status).toBe(200);
  });
});

test('explain matches the actual decision, for every act and kind of role', () => {
  const roles = [
    { isAdmin: true, permissions: {} },
    { isAdmin: false, permissions: {} },
    { isAdmin: false, permissions: { 'leads.view': 'own', 'leads.create': true, 'leads.edit': 'none' } },
  ] as const;
  for (const role of roles) {
    for (const act of everyAct) {
      const principal = { role: { id: 1, name: 'R', ...role } } as unknown as Parameters<typeof reachOf>[0];
      const explained = explainFor({ active: true, role }, act);
      expect(explained.reach, act).toBe(reachOf(principal, act));
      expect(explainFor({ active: false, role }, act)).toEqual({
        reach: 'none',
        rule: { name: 'switched_off' },
      });
      if (explained.rule.name === 'permission')
        expect(acts[act]).toEqual({ permission: explained.rule.permission });
    }
  }
});

test('explain over HTTP shows the rule, the permission, and what programs need in addition', async () => {
  const { workspace, admin } = await buildAdministrator(stage);
  const seller = await buildCaller(stage, workspace, { permissions: { 'leads.edit': 'own' } });
  const ask = async (user: number, act: Act) =>
    (await admin.ask('GET', `/explain?user=${user}&act=${act}`)).json;
  expect(await ask(seller.user.id, 'leads.edit')).toMatchObject({
    reach: 'own',
    rule: 'permission',
    permission: 'leads.edit',
    held: 'own',
    may_use_rest_api: false,
  });
  expect(await ask(seller.user.id, 'leads.restore')).toMatchObject({
    reach: 'none',
    permission: 'leads.delete',
    held: null,
  });
  expect(await ask(seller.user.id, 'audit.view')).toMatchObject({
    reach: 'none',
    rule: 'needs_administrator',
  });
  expect(await ask(admin.user.id, 'audit.view')).toMatchObject({
    reach: 'all',
    rule: 'administrator_passes',
    may_use_rest_api: true,
  });
  await admin.ask('PATCH', `/users/${seller.user.id}`, { active: false });
  expect(await ask(seller.user.id, 'leads.edit')).toMatchObject({ reach: 'none', rule: 'switched_off' });
  expect((await admin.ask('GET', `/explain?user=${admin.user.id}&act=toString`)).status).toBe(400);
});
