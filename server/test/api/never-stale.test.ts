// A change applies to the next request (spec/rest-api §1.6, spec/provisioning §1.2). Every change below
// bypasses the server, as if another process made it, after the server has already responded to the same request.
import { beforeEach, describe, expect, test } from 'vitest';
import type { Permissions } from '../../src/core/access/index.ts';
import { saveApiClient } from '../../src/core/api-clients/index.ts';
import { saveApiKey } from '../../src/core/api-keys/index.ts';
import { saveLeadField } from '../../src/core/lead-fields/index.ts';
import { createLead } from '../../src/core/leads/index.ts';
import { saveRole } from '../../src/core/roles/index.ts';
import { saveUser } from '../../src/core/users/index.ts';
import { changeSettings, type Workspace } from '../../src/core/workspaces/index.ts';
import { type ApiCaller, buildApiCaller, buildBusyWorkspace } from '../harness/api-callers.ts';
import { buildWorkspace, changing, changingLeads } from '../harness/builders.ts';
import { type AskApi, useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);
const path = '/api/leads';

const warmUp = async (ask: AskApi) => expect((await ask('GET', path)).status).toBe(200);

/** A workspace with three leads, one of them owned by the caller. */
async function buildScene(): Promise<{ workspace: Workspace; caller: ApiCaller; role: string }> {
  const { context } = database.current;
  const workspace = await buildBusyWorkspace(context);
  const permissions = { 'leads.view': 'all', 'leads.create': true } as const;
  const caller = await buildApiCaller(context, api, workspace, { permissions }, 'api_key');
  await changingLeads(context, workspace.id, async (change) => {
    await createLead(change, { first_name: 'Mine', owner_id: caller.user.id });
    await createLead(change, { first_name: 'Not mine' });
    await createLead(change, { first_name: 'Not mine either' });
  });
  return { workspace, caller, role: `Role of ${caller.user.name}` };
}

describe('the next request', () => {
  let workspace: Workspace;
  let caller: ApiCaller;
  let role: string;
  beforeEach(async () => {
    ({ workspace, caller, role } = await buildScene());
    await warmUp(caller.ask);
  });
  const change = <T>(work: Parameters<typeof changing<T>>[2]) =>
    changing(database.current.context, workspace.id, work);
  const list = () => caller.ask('GET', path);

  test("counts and returns only the caller's own leads after the view permission was reduced to own", async () => {
    await change((c) => saveRole(c, { name: role, permissions: { 'leads.view': 'own' } }));
    const { json } = await list();
    expect(json.total).toBe('1');
    expect(json.leads.map((lead: { first_name: string }) => lead.first_name)).toEqual(['Mine']);
  });

  test('returns no leads, alone or in a list, after the view permission was revoked', async () => {
    const [first] = (await list()).json.leads;
    await change((c) => saveRole(c, { name: role, permissions: { 'leads.view': 'none' } }));
    expect((await list()).json).toEqual({ total: '0', leads: [] });
    expect((await caller.ask('GET', `${path}/${first.id}`)).status).toBe(404);
  });

  test('gets 403 after the role lost API access', async () => {
    await change((c) => saveRole(c, { name: role, permissions: { 'api.access_rest': false } }));
    expect(await list()).toMatchObject({ status: 403, json: { error: 'access_denied' } });
  });

  test('uses a changed default page size', async () => {
    await change((c) => changeSettings(c, { default_page_size: 2 }));
    expect((await list()).json.leads).toHaveLength(2);
  });

  test('includes a new field', async () => {
    await change((c) => saveLeadField(c, { alias: 'plan', type: 'text' }));
    const { leads } = (await list()).json;
    expect(leads.map((lead: object) => Object.hasOwn(lead, 'plan'))).toEqual([true, true, true]);
  });

  test("returns a renamed user's new name", async () => {
    // Responses are built from stored JSON with placeholders for names.
    const name = 'Another "Quoted" \u0001 Name';
    await change((c) => saveUser(c, { email: caller.user.email, name }));
    expect((await list()).json.leads[0].owner).toEqual({ id: caller.user.id, name });
  });

  test('rejects the old key and accepts the new one after the key was regenerated', async () => {
    const user = { ...caller.user, role: { id: 0, name: role } } as unknown as Parameters<
      typeof saveApiKey
    >[1];
    const { apiKey } = await change((c) => saveApiKey(c, user, 'another-key-0123456789'));
    expect(await list()).toMatchObject({ status: 401, json: { error: 'invalid_grant' } });
    expect((await caller.ask('GET', path, { headers: { apikey: apiKey } })).status).toBe(200);
  });

  test('rejects the key after an API client was activated, and accepts the key again after the client was deactivated', async () => {
    const user = { ...caller.user, role: { id: 0, name: role } } as unknown as Parameters<
      typeof saveApiClient
    >[1]['user'];
    const client = { user, name: 'Integration', scope: 'api' } as const;
    await change((c) => saveApiClient(c, client));
    expect(await list()).toMatchObject({ status: 401, json: { error: 'api_key_disabled' } });
    await change((c) => saveApiClient(c, { ...client, active: false }));
    expect((await list()).status).toBe(200);
  });

  test('gets 401 after the user was deactivated', async () => {
    await change((c) => saveUser(c, { email: caller.user.email, active: false }));
    expect(await list()).toMatchObject({ status: 401, json: { error: 'invalid_grant' } });
  });

  test('is limited by a lowered rate limit', async () => {
    await change((c) => changeSettings(c, { rate_limit_per_minute: 1, rate_limit_burst: 1 }));
    await list();
    expect((await list()).status).toBe(429);
  });

  test('includes and counts a lead that was just written', async () => {
    await changingLeads(database.current.context, workspace.id, (c) => createLead(c, { first_name: 'New' }));
    expect((await list()).json.total).toBe('4');
  });

  test('reaches the right workspace after two workspaces swapped hosts', async () => {
    const other = await buildScene();
    await warmUp(other.caller.ask);
    await database.current.asAdministrator(async (client) => {
      const move = (id: number, host: string) =>
        client.query('update workspaces set host = $2, base_url = $3 where id = $1', [
          id,
          host,
          `http://${host}`,
        ]);
      await client.query('begin');
      await move(workspace.id, 'on-its-way.test');
      await move(other.workspace.id, workspace.host);
      await move(workspace.id, other.workspace.host);
      await client.query('commit');
    });
    expect(await list()).toMatchObject({ status: 401, json: { error: 'invalid_grant' } });
    const here = await api.as(workspace, other.caller.credential)('GET', path);
    expect(here.json.leads[0].owner.name).toBe(other.caller.user.name);
    expect((await api.as(other.workspace, caller.credential)('GET', path)).json.total).toBe('3');
  });

  test('gets the 404 of an unknown host after its workspace moved', async () => {
    await database.current.query(`update workspaces set host = $2 where id = $1`, [
      workspace.id,
      `moved-${workspace.host}`,
    ]);
    const { status, headers } = await list();
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  });
});

describe('the next write', () => {
  let workspace: Workspace;
  let caller: ApiCaller;
  let role: string;
  const permissions = {
    'leads.view': 'all',
    'leads.create': true,
    'leads.edit': 'all',
    'leads.delete': 'all',
  } as const;
  beforeEach(async () => {
    ({ workspace, caller, role } = await buildScene());
    await change((c) => saveRole(c, { name: role, permissions }));
    await search();
  });
  const change = <T>(work: Parameters<typeof changing<T>>[2]) =>
    changing(database.current.context, workspace.id, work);
  const search = () => caller.ask('POST', `${path}/search`, { body: { orderBy: 'id' } });
  const create = (more: object = {}) =>
    caller.ask('POST', `${path}/new`, { body: { first_name: 'Made', ...more } });
  const allow = (permissions: Permissions) => change((c) => saveRole(c, { name: role, permissions }));
  /** Reads the leads and the number of history entries directly from the database. */
  const stored = () =>
    database.current.query(
      `select (select array_agg(wire order by id) from leads where workspace_id = $1) as leads,
                (select count(*) from lead_history where workspace_id = $1) as noted`,
      [workspace.id],
    );
  /** Every way to change a lead. */
  const attempts = async () => {
    const [mine, other] = (await search()).json.leads as [{ id: number }, { id: number }];
    return [
      () => create(),
      () => caller.ask('PATCH', `${path}/${mine.id}`, { body: { first_name: 'Changed' } }),
      () => caller.ask('PUT', `${path}/${other.id}`, { body: { first_name: 'Changed' } }),
      () => caller.ask('DELETE', `${path}/${other.id}`),
    ];
  };
  /** Expects each attempt, sent as the first request after `refuse`, to be rejected without a write. */
  const expectRefused = async (
    refuse: () => Promise<unknown>,
    allowAgain: () => Promise<unknown>,
    expected: object,
  ) => {
    for (const attempt of await attempts()) {
      await refuse();
      const before = await stored();
      expect(await attempt()).toMatchObject(expected);
      expect(await stored()).toEqual(before);
      await allowAgain();
      expect((await search()).status).toBe(200);
    }
  };

  test('gets 403 and writes nothing after a permission was revoked', async () => {
    const lost = {
      'leads.view': 'all',
      'leads.create': false,
      'leads.edit': 'none',
      'leads.delete': 'none',
    } as const;
    await expectRefused(
      () => allow(lost),
      () => allow(permissions),
      { status: 403 },
    );
  });

  test('gets 403 and writes nothing after the role lost API access', async () => {
    await expectRefused(
      () => allow({ 'api.access_rest': false }),
      () => allow({ 'api.access_rest': true }),
      { status: 403, json: { error: 'access_denied' } },
    );
  });

  test('gets 401 and writes nothing after the user was deactivated', async () => {
    const { email } = caller.user;
    await expectRefused(
      () => change((c) => saveUser(c, { email, active: false })),
      () => change((c) => saveUser(c, { email, active: true })),
      { status: 401, json: { error: 'invalid_grant' } },
    );
  });

  test('succeeds after the permission was granted', async () => {
    await allow({ ...permissions, 'leads.create': false });
    await search();
    await allow(permissions);
    expect((await create()).status).toBe(201);
  });

  test('finds its lead with the changed view permission, even if no lead was visible before', async () => {
    await allow({ 'leads.view': 'none' });
    expect((await search()).json.total).toBe('0');
    await allow({ 'leads.view': 'all' });
    expect((await search()).json.total).toBe('3');
    await allow({ 'leads.view': 'own' });
    expect((await search()).json.total).toBe('1');
  });

  test('accepts a new field, and requires it once it is required', async () => {
    await change((c) => saveLeadField(c, { alias: 'plan', type: 'text' }));
    expect((await create({ plan: 'gold' })).json.lead.plan).toBe('gold');
    await change((c) => saveLeadField(c, { alias: 'plan', type: 'text', required: true }));
    const before = await stored();
    expect((await create()).status).toBe(400);
    expect(await stored()).toEqual(before);
  });

  test("is recorded under the user's new name", async () => {
    await change((c) => saveUser(c, { email: caller.user.email, name: 'Another Name' }));
    const { json } = await create();
    expect(json.lead.owner.name).toBe('Another Name');
    const { history } = (await caller.ask('GET', `${path}/${json.lead.id}/history`)).json;
    expect(history[0].user.name).toBe('Another Name');
  });

  test('is rejected, and changes nothing in the old workspace, after another workspace took over the host', async () => {
    const other = await buildBusyWorkspace(database.current.context);
    const before = await stored();
    await database.current.asAdministrator(async (client) => {
      const move = 'update workspaces set host = $2 where id = $1';
      await client.query(move, [workspace.id, `gone-${workspace.host}`]);
      await client.query(move, [other.id, workspace.host]);
    });
    expect(await create()).toMatchObject({ status: 401, json: { error: 'invalid_grant' } });
    expect(await stored()).toEqual(before);
  });

  test('gets 401 after the user was deactivated, even if its body is invalid', async () => {
    const compressed = () =>
      caller.ask('POST', `${path}/new`, { body: {}, headers: { 'content-encoding': 'gzip' } });
    expect((await compressed()).status).toBe(415);
    await search();
    await change((c) => saveUser(c, { email: caller.user.email, active: false }));
    expect((await compressed()).status).toBe(401);
  });

  test('counts once against a changed rate limit', async () => {
    await change((c) => changeSettings(c, { rate_limit_per_minute: 1, rate_limit_burst: 50 }));
    const left = ({ headers }: { headers: Record<string, unknown> }) =>
      Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1]);
    expect(left(await create())).toBe(49);
    expect(left(await create({ unknown: 1 }))).toBe(48);
    await change((c) => saveUser(c, { email: caller.user.email, name: 'Another Name' }));
    expect(left(await create())).toBe(47);
    await change((c) => changeSettings(c, { rate_limit_burst: 1 }));
    await create();
    expect((await create()).status).toBe(429);
    await change((c) => changeSettings(c, { rate_limit_burst: 60 }));
    expect((await create()).status).toBe(201);
  });
});

describe('an installation with one workspace', () => {
  const alone = useTestDatabase();
  const aloneApi = useApi(alone);

  test('responds at any host until a second workspace exists', async () => {
    const { context } = alone.current;
    const workspace = await buildBusyWorkspace(context);
    const caller = await buildApiCaller(context, aloneApi, workspace, { isAdmin: true }, 'api_key');
    const elsewhere = aloneApi.as({ ...workspace, host: 'typed-differently.test' }, caller.credential);
    await warmUp(elsewhere);
    await buildWorkspace(context);
    const { status, headers } = await elsewhere('GET', path);
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect((await caller.ask('GET', path)).status).toBe(200);
  });
});
