// Tests the audit log in the console: filters, the view of a single change, and who can read it.
import { expect, test } from 'vitest';
import { foldEntries } from '../../../src/core/audit/index.ts';
import { buildWorkspace } from '../../harness/builders.ts';
import { buildAdministrator, buildCaller } from '../../harness/console/console-caller.ts';
import { useSignIn } from '../../harness/servers/sign-in-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const stage = useSignIn(useTestDatabase());

const sales = { name: 'Sales', is_admin: false, requires_second_factor: false };

/** Creates a role, changes it twice and deletes it. Returns the IDs of its audit entries, oldest first. */
async function changedRole() {
  const { workspace, admin } = await buildAdministrator(stage);
  const first = { ...sales, permissions: { 'leads.view': 'own' } };
  const second = { ...first, permissions: { 'leads.view': 'all', 'leads.create': true } };
  const third = { ...second, name: 'Sellers', permissions: { 'leads.view': 'all' } };
  const { id } = (await admin.ask('POST', '/roles', first)).json;
  await admin.ask('PUT', `/roles/${id}`, { ...second, seen: first });
  await admin.ask('PUT', `/roles/${id}`, { ...third, seen: second });
  const entriesOf = async () => {
    const { json } = await admin.ask('GET', `/audit?subject=role&id=${id}`);
    return json.entries.map((entry: { id: number }) => entry.id).reverse() as number[];
  };
  return { workspace, admin, id, entriesOf };
}

test('the log can be filtered by each user of the workspace', async () => {
  const { workspace, admin } = await buildAdministrator(stage);
  const other = await buildCaller(stage, workspace, { isAdmin: true });
  const reader = await buildCaller(stage, workspace, { permissions: { 'leads.view': 'all' } });
  await admin.ask('POST', '/roles', { ...sales, permissions: {} });
  const { users } = (await other.ask('GET', '/audit/users')).json;
  const ids = users.map(({ id }: { id: number }) => id);
  expect(ids).toEqual(expect.arrayContaining([admin.user.id, other.user.id]));
  const by = async (user: number) => (await other.ask('GET', `/audit?user=${user}`)).json.entries.length;
  expect([await by(admin.user.id), await by(other.user.id)]).toEqual([1, 0]);
  expect((await reader.ask('GET', '/audit/users')).status).toBe(403);
});

test('a change shows the object before, after, and now', async () => {
  const { admin, id, entriesOf } = await changedRole();
  const entries = await entriesOf();
  expect(entries).toHaveLength(3);
  const view = async (index: number) => (await admin.ask('GET', `/audit/${entries[index]}`)).json;
  const now = { ...sales, name: 'Sellers', 'leads.view': 'all' };
  expect(await view(0)).toMatchObject({
    before: null,
    after: { ...sales, 'leads.view': 'own' },
    now,
    later: 2,
  });
  expect(await view(1)).toMatchObject({
    before: { ...sales, 'leads.view': 'own' },
    after: { ...sales, 'leads.view': 'all', 'leads.create': true },
    now,
    later: 1,
  });
  await admin.ask('DELETE', `/roles/${id}`);
  expect(await view(1)).toMatchObject({ now: null, later: 2 });
  const [last] = (await entriesOf()).slice(-1);
  expect((await admin.ask('GET', `/audit/${last}`)).json).toMatchObject({
    entry: { action: 'deleted' },
    before: now,
    after: null,
    now: null,
    later: 0,
  });
});

test('an event without changes shows the same object before and after', () => {
  const made = { action: 'created', old: {}, new: { name: 'A', gone: null } } as const;
  const noted = { action: 'blocked', old: {}, new: { address: '10.0.0.1' } } as const;
  expect(foldEntries([made, noted])).toEqual({ name: 'A' });
  expect(foldEntries([])).toBeNull();
  // The values before the first audit entry are unknown.
  expect(foldEntries([{ action: 'changed', old: { a: 1, b: 2 }, new: { a: 3, b: null } }])).toEqual({ a: 3 });
});

test('returns as many entries as requested, page by page', async () => {
  const { admin, entriesOf } = await changedRole();
  const all = (await entriesOf()).toReversed();
  const [first] = (await admin.ask('GET', '/audit?subject=role&limit=1')).json.entries;
  expect(first.id).toBe(all[0]);
  const next = await admin.ask('GET', `/audit?subject=role&limit=500&before=${first.id}`);
  expect(next.json.entries[0].id).toBe(all[1]);
  expect(next.json.next).toBeNull();
  expect((await admin.ask('GET', '/audit?limit=501')).status).toBe(400);
});

test('a rejection names the missing permission, and every user can see the administrators', async () => {
  const { workspace, admin } = await buildAdministrator(stage);
  const member = await buildCaller(stage, workspace, { permissions: { 'leads.view': 'all' } });
  const detailOf = async (path: string) => (await member.ask('GET', path)).json.detail;
  expect(await detailOf('/audit')).toBe(
    `Only administrators can do this, and your role, ${member.role.name}, isn't an administrator role.`,
  );
  expect(await detailOf('/workflows')).toBe(
    `This needs Workflows → View, which your role, ${member.role.name}, doesn't include.`,
  );
  const { json } = await member.ask('GET', '/session/administrators');
  expect(json).toEqual({ names: [admin.user.name] });
  await buildCaller(stage, await buildWorkspace(stage.context()), { isAdmin: true });
  expect((await member.ask('GET', '/session/administrators')).json.names).toHaveLength(1);
});
