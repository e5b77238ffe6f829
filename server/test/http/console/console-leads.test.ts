// Leads in the console: what the list, a lead, views and files show, and to whom.
import { beforeAll, describe, expect, test } from 'vitest';
import { saveLeadField } from '../../../src/core/lead-fields/index.ts';
import { createLead, deleteLead } from '../../../src/core/leads/index.ts';
import { saveRole } from '../../../src/core/roles/index.ts';
import { saveTriggers, triggersSchema } from '../../../src/core/triggers/index.ts';
import { saveWorkflow } from '../../../src/core/workflows/index.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import type { LeadId } from '../../../src/lib/ids.ts';
import { buildWorkspace, changing, changingLeads } from '../../harness/builders.ts';
import { buildCaller } from '../../harness/console/console-caller.ts';
import { workOff } from '../../harness/job-stage.ts';
import { useSignIn } from '../../harness/servers/sign-in-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();
const stage = useSignIn(database);

const roles = {
  admin: { isAdmin: true },
  builder: { permissions: { 'leads.view': 'all' } },
  seller: {
    permissions: { 'leads.view': 'own', 'leads.create': true, 'leads.edit': 'own', 'leads.delete': 'own' },
  },
  guest: { permissions: {} },
  maker: { permissions: { 'workflows.view': 'all', 'workflows.edit': 'own' } },
} as const;
type Kind = keyof typeof roles;
type Person = Awaited<ReturnType<typeof buildCaller>>;

let workspace: Workspace;
let own: LeadId;
let foreign: LeadId;
const people = {} as Record<Kind, Person>;

beforeAll(async () => {
  const context = stage.context();
  workspace = await buildWorkspace(context);
  for (const kind of Object.keys(roles) as Kind[])
    people[kind] = await buildCaller(stage, workspace, roles[kind]);
  await changing(context, workspace.id, (change) =>
    saveLeadField(change, { alias: 'size', type: 'integer' }),
  );
  await changingLeads(context, workspace.id, async (change) => {
    own = (await createLead(change, { last_name: 'Own', owner_id: people.seller.user.id })).id;
    foreign = (await createLead(change, { last_name: 'Foreign', owner_id: people.admin.user.id })).id;
  });
});

describe('permissions', () => {
  test('importing needs the permission to create leads, and exporting the permission to view them', async () => {
    const { ask } = people.builder;
    const exported = await ask('POST', '/leads/exports', { name: 'x', columns: ['last_name'] });
    const imported = await ask('POST', '/leads/imports', { name: 'x.csv' });
    expect([exported.status, imported.status]).toEqual([200, 403]);
  });

  test.each([
    ['seller', 5],
    ['guest', 0],
  ] as const)('the %s sees the names of %i users', async (kind, count) => {
    const { json } = await people[kind].ask('GET', '/leads/form');
    expect(json.users).toHaveLength(count);
  });

  test('in a batch each lead is checked separately', async () => {
    const values = { status: 'batched' };
    const { json } = await people.seller.ask('POST', '/leads/batch/edit', { ids: [own, foreign], values });
    expect(json).toEqual({
      results: [
        { id: own, message: null, changes: [{ field: 'status', old: null, new: 'batched' }] },
        { id: foreign, message: 'Item was not found.', changes: [] },
      ],
    });
  });

  test('the values of a field in use come only from leads that the user can see', async () => {
    await changingLeads(stage.context(), workspace.id, async (change) => {
      for (const [status, owner_id] of [
        ['Qualified', people.admin.user.id],
        ['qualified', people.seller.user.id],
        ['Secret', people.admin.user.id],
      ] as const)
        await createLead(change, { status, owner_id, tags: [`${status} tag`] });
    });
    const valuesOf = async (kind: Kind, field: string) =>
      ((await people[kind].ask('GET', `/leads/values/${field}`)).json as { values: object[] }).values;
    // Case doesn't matter for filters either. The latest lead's spelling is shown.
    expect(await valuesOf('admin', 'status')).toEqual(
      expect.arrayContaining([
        { value: 'qualified', count: 2 },
        { value: 'Secret', count: 1 },
      ]),
    );
    expect(await valuesOf('seller', 'status')).toContainEqual({ value: 'qualified', count: 1 });
    expect(JSON.stringify(await valuesOf('seller', 'status'))).not.toContain('Secret');
    expect(await valuesOf('seller', 'tags')).toEqual([{ value: 'qualified tag', count: 1 }]);
    expect(await valuesOf('admin', 'tags')).toHaveLength(3);
    expect((await people.guest.ask('GET', '/leads/values/status')).status).toBe(403);
  });
});

describe('a lead', () => {
  test('an edit returns its changes, and undoing them restores the old values unless the lead was edited again', async () => {
    const { ask } = people.seller;
    const { json } = await ask('POST', '/leads', { last_name: 'Undo', status: 'old', tags: ['a'] });
    const { id } = json.lead;
    const edit = async (values: object) => {
      const answer = await ask('PATCH', `/leads/${id}`, values);
      return (answer.json as { changes: object[] }).changes;
    };
    const undo = async (changes: object[]) => {
      const answer = await ask('POST', '/leads/batch/undo', { leads: [{ id, changes }] });
      return (answer.json as { results: { message: string | null }[] }).results[0]?.message;
    };
    const changes = await edit({ status: 'new', tags: [] });
    expect(changes).toEqual([
      { field: 'status', old: 'old', new: 'new' },
      { field: 'tags', old: ['a'], new: null },
    ]);
    expect(await undo(changes)).toBeNull();
    expect((await ask('GET', `/leads/${id}`)).json).toMatchObject({ lead: { status: 'old', tags: ['a'] } });
    expect(await edit({ status: 'old' })).toEqual([]);
    const overwritten = await edit({ status: 'new' });
    await edit({ status: 'newer' });
    expect(await undo(overwritten)).toMatch(/^The lead was changed again/);
    expect((await ask('GET', `/leads/${id}`)).json).toMatchObject({ lead: { status: 'newer' } });
    const foreigner = { leads: [{ id: foreign, changes: [{ field: 'status', old: 'x', new: null }] }] };
    expect((await ask('POST', '/leads/batch/undo', foreigner)).json).toMatchObject({
      results: [{ message: 'Item was not found.' }],
    });
  });

  test('keeps its history after it is deleted and can be restored, and its values match those in the API', async () => {
    const { json } = await people.seller.ask('POST', '/leads', { last_name: 'Back', size: 3 });
    const { id } = json.lead;
    expect((await people.seller.ask('DELETE', `/leads/${id}`)).json).toBeNull();
    expect((await people.seller.ask('GET', `/leads/${id}`)).json).toMatchObject({
      lead: null,
      may_delete: true,
    });
    expect((await people.builder.ask('POST', `/leads/${id}/restore`)).status).toBe(403);
    expect((await people.seller.ask('POST', `/leads/${id}/restore`)).json).toMatchObject({
      lead: { size: 3 },
    });
    const { json: entries } = await people.seller.ask('GET', `/leads/${id}/history`);
    expect(entries).toMatchObject({
      total: 3,
      history: [
        { action: 'restored', means: { type: 'ui' }, run: null },
        { action: 'deleted' },
        { action: 'created' },
      ],
    });
    const { status, json: refused } = await people.seller.ask('PATCH', `/leads/${id}`, { size: 'big' });
    expect([status, refused]).toMatchObject([400, { detail: 'size: must be a whole number.' }]);
  });
});

test('returns the neighbors of a lead in a sorted and filtered list, even if it no longer matches', async () => {
  const ids = await changingLeads(stage.context(), workspace.id, async (change) => {
    const made: LeadId[] = [];
    for (const [first, city] of [
      ['Cid', 'Row'],
      ['Ann', 'Row'],
      ['Bob', 'Off'],
      ['Dan', 'Row'],
    ])
      made.push((await createLead(change, { first_name: first, city, owner_id: people.seller.user.id })).id);
    return made;
  });
  const [cid = 0, ann = 0, bob = 0, dan = 0] = ids;
  const list = { filters: [{ alias: 'city', operator: 'eq', value: 'Row' }], order: 'first_name' };
  const neighborsOf = async (id: number, body: object = list, kind: Kind = 'admin') =>
    (await people[kind].ask('POST', `/leads/${id}/neighbors`, body)).json;
  expect(await neighborsOf(ann)).toEqual({
    previous: null,
    next: cid,
    position: 1,
    total: 3,
    is_exact: true,
  });
  expect(await neighborsOf(cid)).toMatchObject({ previous: ann, next: dan, position: 2 });
  expect(await neighborsOf(dan)).toMatchObject({ previous: cid, next: null, position: 3 });
  // Bob is in another city, but has a position in the order.
  expect(await neighborsOf(bob)).toMatchObject({ previous: ann, next: cid, position: null });
  expect(await neighborsOf(cid, { ...list, order: '-first_name' })).toMatchObject({
    previous: dan,
    next: ann,
    position: 2,
  });
  expect(await neighborsOf(bob, { order: '-date_added' })).toMatchObject({ previous: dan, next: ann });
  // A role that sees only its own leads doesn't learn the IDs of others.
  const mine = { order: 'id', filters: [{ alias: 'id', operator: 'lte', value: cid }] };
  expect(await neighborsOf(cid, mine)).toMatchObject({ previous: expect.any(Number) });
  expect(await neighborsOf(foreign, {}, 'seller')).toMatchObject({ previous: null, next: null, total: 0 });
  expect((await people.guest.ask('POST', `/leads/${cid}/neighbors`, {})).status).toBe(403);
  await changingLeads(stage.context(), workspace.id, async (change) => {
    for (const id of ids) await deleteLead(change, id);
  });
});

test('lists the enabled workflows with a manual trigger that a user can start', async () => {
  const context = stage.context();
  const manual = [{ type: 'manual', inputs: [{ name: 'reason', required: true }] }];
  const save = (name: string, owner: string, enabled: boolean, triggers: unknown[]) =>
    changing(context, workspace.id, async (change) => {
      const steps = [{ name: 'end', type: 'stop', as: 'succeeded' }];
      const saved = await saveWorkflow(change, { name, owner, enabled, steps });
      await saveTriggers(change, saved, triggersSchema.parse(triggers));
    });
  await save('By hand', people.maker.user.email, true, manual);
  await save("Another user's", people.admin.user.email, true, manual);
  await save('Off', people.maker.user.email, false, manual);
  await save('Not by hand', people.maker.user.email, true, []);
  const namesFor = async (kind: Kind) => {
    const { json } = await people[kind].ask('GET', '/startable-workflows');
    return json.workflows as { name: string; inputs: object[] }[];
  };
  const inputs = [{ name: 'reason', label: 'reason', type: 'text', required: true }];
  expect(await namesFor('maker')).toEqual([{ id: expect.any(Number), name: 'By hand', inputs }]);
  expect((await namesFor('admin')).map(({ name }) => name)).toEqual(["Another user's", 'By hand']);
  expect((await people.seller.ask('GET', '/startable-workflows')).status).toBe(403);
});

describe('views', () => {
  const wanted = { name: 'Mine', definition: { search: 'x', order: '-score' }, is_shared: false };
  test('are private; only an administrator can share and unshare them', async () => {
    expect((await people.seller.ask('POST', '/lead-views', wanted)).status).toBe(200);
    expect((await people.seller.ask('POST', '/lead-views', { ...wanted, is_shared: true })).status).toBe(403);
    expect((await people.builder.ask('GET', '/lead-views')).json).toEqual({ views: [] });
    const { json } = await people.admin.ask('POST', '/lead-views', {
      ...wanted,
      name: 'Ours',
      is_shared: true,
    });
    expect((await people.seller.ask('GET', '/lead-views')).json).toMatchObject({
      views: [
        { name: 'Mine', is_own: true },
        { name: 'Ours', is_own: false, is_shared: true },
      ],
    });
    const { id } = json as { id: number };
    expect((await people.seller.ask('DELETE', `/lead-views/${id}`)).status).toBe(403);
    expect((await people.admin.ask('DELETE', `/lead-views/${id}`)).status).toBe(200);
  });
});

test('have a size limit, and an existing view can be replaced even if the maximum number is reached', async () => {
  const { ask } = people.builder;
  const save = (name: string, definition: object) =>
    ask('POST', '/lead-views', { name, definition, is_shared: false });
  const long = { filters: [{ alias: 'last_name', operator: 'eq', value: 'x'.repeat(40_000) }] };
  expect((await save('Long', long)).json).toMatchObject({ status: 400, code: 'view_too_long' });
  for (let made = 0; made < 100; made += 1) expect((await save(`View ${made}`, {})).status).toBe(200);
  expect((await save('One more', {})).json).toMatchObject({ code: 'too_many_views' });
  expect((await save('View 0', { search: 'again' })).status).toBe(200);
});

test('generated calls quote every value safely', async () => {
  const filters = [{ alias: 'last_name', operator: 'eq', value: `'; rm -rf / #"` }];
  const { json } = await people.admin.ask('POST', '/leads/calls', { filters, search: 'a$(id)' });
  const { curl, mcp } = json as { curl: string; mcp: string };
  expect(curl).toContain(`'\\''; rm -rf / #`);
  expect(JSON.parse(mcp).params.arguments.filters).toHaveLength(2);
});

describe('files', () => {
  const head = { delimiter: ',', encoding: 'utf-8', has_header: true, match: null, is_trial: false };

  test('are uploaded in ordered, repeatable parts and imported, and rejected rows can be downloaded', async () => {
    const { ask } = people.seller;
    const { id } = (await ask('POST', '/leads/imports', { name: 'ü "x".csv' })).json as { id: number };
    const content = Buffer.from('last_name,size\nUploaded,1\nBad,=many\n');
    const part = (from: number, to: number) => ({
      starts_at: from,
      content: content.subarray(from, to).toString('base64'),
    });
    expect((await ask('POST', `/leads/imports/${id}/parts`, part(10, 20))).status).toBe(409);
    for (const [from, to] of [
      [0, 10],
      [0, 10],
      [10, content.length],
    ] as const)
      expect((await ask('POST', `/leads/imports/${id}/parts`, part(from, to))).json).toEqual({
        received: to,
      });
    const mapping = [
      { column: 0, alias: 'last_name' },
      { column: 1, alias: 'size' },
    ];
    const start = { ...head, mapping, mode: 'create' };
    const wrong = { ...start, mapping: [{ column: 0, alias: 'owner' }] };
    expect((await ask('POST', `/leads/imports/${id}/start`, wrong)).status).toBe(400);
    expect((await people.admin.ask('POST', `/leads/imports/${id}/start`, start)).status).toBe(404);
    const check = { ...start, is_trial: true };
    expect((await ask('POST', `/leads/imports/${id}/start`, check)).status).toBe(200);
    await workOff(database.current);
    // A check changes nothing, so there is nothing to undo.
    expect((await ask('GET', `/leads/jobs/${id}`)).json).toMatchObject({ created: 1, may_undo: false });
    expect((await ask('POST', `/leads/imports/${id}/start`, start)).status).toBe(200);
    expect((await ask('POST', `/leads/imports/${id}/start`, start)).status).toBe(409);
    await workOff(database.current);
    expect((await ask('GET', `/leads/jobs/${id}`)).json).toMatchObject({
      status: 'succeeded',
      progress: 1,
      rows: 2,
      created: 1,
      refused: 1,
      may_undo: true,
      first_refused: [{ row: 3, lead: null, reason: 'size: must be a whole number.' }],
    });
    const { text } = await ask('GET', `/leads/jobs/${id}/result`);
    expect(text).toBe("\ufeffrow,reason,last_name,size\r\n3,size: must be a whole number.,Bad,'=many\r\n");
    expect((await people.builder.ask('GET', `/leads/jobs/${id}/result`)).status).toBe(404);
    // The upload is deleted as soon as it has been imported. The result is kept.
    const parts = await database.current.query(
      'select kind, count(*)::int from job_parts where job_id = $1 group by 1',
      [id],
    );
    expect(parts).toEqual([{ kind: 'result', count: 1 }]);
    expect((await ask('DELETE', `/leads/jobs/${id}`)).status).toBe(200);
    expect((await ask('GET', `/leads/jobs/${id}`)).status).toBe(404);
  });

  test('keep any characters in the download file name', async () => {
    const { ask } = people.seller;
    const { json } = await ask('POST', '/leads/exports', {
      name: 'Ann\'s "best" (50 %)*é',
      columns: ['last_name'],
    });
    const { id } = json as { id: number };
    await workOff(database.current);
    const { headers } = await ask('GET', `/leads/jobs/${id}/result`);
    expect(headers['content-disposition']).toBe(
      `attachment; filename="Ann_s _best_ _50 ____.csv"; filename*=UTF-8''Ann%27s%20%22best%22%20%2850%20%25%29%2A%C3%A9.csv`,
    );
  });

  test('that were exported cannot be downloaded after the user has lost the permissions', async () => {
    const context = stage.context();
    const setReach = (reach: 'all' | 'own') =>
      changing(context, workspace.id, (change) =>
        saveRole(change, { name: people.builder.role.name, permissions: { 'leads.view': reach } }),
      );
    const { ask } = people.builder;
    const params = { name: 'all', columns: ['last_name'] };
    const { id } = (await ask('POST', '/leads/exports', params)).json as { id: number };
    await workOff(database.current);
    const result = async () => (await ask('GET', `/leads/jobs/${id}/result`)).status;
    expect(await result()).toBe(200);
    await setReach('own');
    expect(await result()).toBe(403);
    expect((await ask('GET', `/leads/jobs/${id}`)).json).toMatchObject({
      has_result: false,
      error: expect.stringContaining('Export again.'),
    });
    const own = (await ask('POST', '/leads/exports', params)).json as { id: number };
    await workOff(database.current);
    expect((await ask('GET', `/leads/jobs/${own.id}/result`)).status).toBe(200);
    await setReach('all');
    expect(await result()).toBe(200);
  });

  test.each([undefined, false, true])('and bulk changes start triggers only if asked: %s', async (wanted) => {
    const { ask } = people.admin;
    const name = `Triggers ${wanted}`;
    const asked = wanted === undefined ? {} : { start_triggers: wanted };
    const { id } = (await ask('POST', '/leads/imports', { name: 'x.csv' })).json as { id: number };
    const content = Buffer.from(`last_name\n${name}\n`).toString('base64');
    await ask('POST', `/leads/imports/${id}/parts`, { starts_at: 0, content });
    const mapping = [{ column: 0, alias: 'last_name' }];
    const start = { ...head, ...asked, mapping, mode: 'create' };
    expect((await ask('POST', `/leads/imports/${id}/start`, start)).status).toBe(200);
    await workOff(database.current);
    const all = { filters: [{ alias: 'last_name', operator: 'eq', value: name }], except: [], ...asked };
    expect((await ask('POST', '/leads/bulk/edit', { ...all, values: { city: 'Bern' } })).status).toBe(200);
    await workOff(database.current);
    expect((await ask('POST', '/leads/bulk/delete', all)).status).toBe(200);
    await workOff(database.current);
    const rows = await database.current.query(
      `select type, starts_triggers from events
         where workspace_id = $1 and lead_id = (select id from deleted_leads where wire::text like $2) order by id`,
      [workspace.id, `%${name}%`],
    );
    expect(rows).toEqual(
      ['lead.created', 'lead.updated', 'lead.deleted'].map((type) => ({
        type,
        starts_triggers: wanted ?? false,
      })),
    );
  });

  test('can contain prototype property names as columns and values', async () => {
    const { ask } = people.admin;
    const { id } = (await ask('POST', '/leads/imports', { name: '__proto__' })).json as { id: number };
    const content = Buffer.from('__proto__,constructor\n__proto__,x\n').toString('base64');
    await ask('POST', `/leads/imports/${id}/parts`, { starts_at: 0, content });
    expect((await ask('GET', `/leads/imports/${id}/preview`)).json).toMatchObject({
      columns: [{ alias: null }, { alias: null }],
    });
    const mapping = [{ column: 0, alias: '__proto__' }];
    const start = { ...head, mapping, mode: 'create' };
    expect((await ask('POST', `/leads/imports/${id}/start`, start)).status).toBe(400);
  });
});
