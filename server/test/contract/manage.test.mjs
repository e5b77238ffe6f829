// REST over workflows, runs, users, roles, lead fields and connections, the error header, the command line, proposals and
// receipts (spec/rest-api, spec/provisioning, spec/workflow-tests, spec/proposals, spec/listeners). Most tests use a
// workspace of their own, which is found by its Host header.
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { acme, apply, byName, eventually, file, globex, hark, jwt, nowSeconds, send, unique, user, workspaceFile } from './harness.mjs';
import { nested, newUser, notFound, withKey } from './rest.mjs';
import { rpc } from './oauth.mjs';
import { origin, ports, startServer } from './outside.mjs';

const port = process.env.HARK_PORT;
const own = { name: 'Managed', base_url: `http://manage.test:${port}` };
const tag = unique('m').replace('-', '');
const all = { 'leads.view': 'all', 'leads.create': true, 'leads.edit': 'all', 'leads.delete': 'all' };
const rest = { 'api.access_rest': true, 'api.access_mcp': true };
const roles = [
  { name: 'Administrator', is_admin: true },
  { name: 'Builder', permissions: { ...rest, ...all, 'workflows.view': 'all', 'workflows.edit': 'own' } },
  { name: 'Sales', permissions: { ...rest, ...all } },
  { name: 'Outsider', permissions: { 'api.access_rest': false } },
];
const people = { ada: 'Administrator', bea: 'Builder', sam: 'Sales', oscar: 'Outsider' };
const email = (name) => `${name}@manage.test`;
const set = (name = 'a') => ({ name, type: 'set', values: { [name]: 1 } });
const as = {};
const ids = {};
let applied;
const at = (credential) => (method, path, body, headers = {}) =>
  send(method, `http://127.0.0.1:${port}${path}`, { host: `manage.test:${port}`, headers: { ...credential, ...headers }, body });
let outside;
before(async () => {
  outside = await startServer(ports.one);
  applied = await apply({
    settings: { rate_limit_per_minute: 60000, rate_limit_burst: 5000, timezone: 'UTC' },
    roles,
    users: Object.entries(people).map(([name, role]) => ({ email: email(name), name: `${name[0].toUpperCase()}${name.slice(1)}`, role, password: 'correct horse battery staple' })),
    lead_fields: [{ alias: 'code', label: 'Code', type: 'text', unique: true }],
    leads: Array.from({ length: 12 }, (_, i) => ({ email: `lead-${i}@manage.test`, first_name: `Lead ${i}`, score: i % 3, owner: email('ada') })),
    secrets: { partner: 'partner-secret-0123456789' },
    workflows: [
      { name: 'Quick', owner: email('ada'), enabled: true, listener: { respond_with: 'receipt' }, steps: [{ name: 'keep', type: 'set', values: { got: '{{ __data }}' } }] },
      { name: 'Slow', owner: email('ada'), enabled: true, listener: { respond_with: 'receipt' }, steps: [{ name: 'pause', type: 'wait', for: '300 seconds' }] },
      { name: 'Fails', owner: email('ada'), enabled: true, listener: { respond_with: 'receipt' }, steps: [{ name: 'no', type: 'stop', as: 'failed', message: 'No' }] },
      { name: 'Off', owner: email('ada'), enabled: false, listener: { respond_with: 'receipt' }, steps: [set()] },
      { name: "Bea's", owner: email('bea'), enabled: true, listener: { respond_with: 'receipt' }, steps: [set()] },
    ],
  }, own);
  for (const name of Object.keys(people)) {
    const found = byName(applied.users, email(name));
    ids[name] = found.id;
    as[name] = at({ apikey: found.api_key });
  }
  // Tests of rights on other routes would pass for the wrong reason if even this did not work.
  assert.equal((await as.ada('GET', '/api/users/self')).status, 200);
});
after(() => outside?.close());
const workflow = (name) => byName(applied.workflows, name);
const trigger = async (name) => {
  const res = await send('POST', `http://127.0.0.1:${port}${new URL(workflow(name).listener.url).pathname}`, { host: `manage.test:${port}`, body: { n: 1 } });
  assert.equal(res.status, 200, res.text);
  return res.json.run_id;
};
const ok = (res, status = 200) => { assert.equal(res.status, status, res.text); return res.json; };
const code = (res, status, expected, message) => {
  nested(res, status, message);
  assert.equal(res.headers['hark-error'], expected, `Hark-Error of ${res.text}`);
};
const list = (res, key) => {
  ok(res);
  assert.deepEqual(Object.keys(res.json), ['total', key]);
  assert.match(res.json.total, /^\d+$/);
  return res.json[key];
};
const collections = { workflows: 'workflows', runs: 'runs', users: 'users', roles: 'roles', 'lead-fields': 'lead_fields', connections: 'connections', approvals: 'approvals' };

describe('1 common rules', () => {
  test('manage 1.2 as before: without after, a list of leads has total and leads alone', async () => {
    list(await as.ada('GET', '/api/leads?limit=2'), 'leads');
    list(await as.ada('POST', '/api/leads/search', {}), 'leads');
  });
  test('manage 1.2 every collection has the envelope, a text total, and limit and start', async () => {
    await trigger('Quick');
    for (const [path, key] of Object.entries(collections)) {
      const items = list(await as.ada('GET', `/api/${path}?limit=100`), key);
      if (items.length < 2) continue;
      const page = await as.ada('GET', `/api/${path}?limit=1&start=1`);
      assert.deepEqual([list(page, key).length, page.json.total], [1, String(items.length)], path);
      nested(await as.ada('GET', `/api/${path}?limit=many`), 400, /limit/);
    }
  });
  test('manage 1.2.1 a cursor walks every lead once, although others come and go', async () => {
    const walked = [];
    const doomed = ok(await as.ada('POST', '/api/leads/new', { email: `${unique('doomed')}@manage.test`, score: 0 }), 201).lead;
    for (let after = '', page = 0; after !== null; page++) {
      assert.ok(page < 50, 'it never ends');
      const { json } = await as.ada('GET', `/api/leads?orderBy=score&limit=2&after=${encodeURIComponent(after)}`);
      assert.ok(json.next === null || typeof json.next === 'string', `no next in ${Object.keys(json)}`);
      assert.ok((json.next ?? '').length <= 200);
      walked.push(...json.leads);
      after = json.next;
      if (page === 1) {
        await as.ada('DELETE', `/api/leads/${doomed.id}`);
        await as.ada('POST', '/api/leads/new', { email: `${unique('first')}@manage.test`, score: -5 });
      }
    }
    const seen = walked.map((l) => l.email).filter((e) => e.startsWith('lead-'));
    assert.equal(new Set(seen).size, seen.length, 'none twice');
    assert.equal(seen.length, 12);
  });
  test('manage 1.2.2 a cursor of another list or order, no cursor at all, or one with start: 400', async () => {
    const { next } = ok(await as.ada('GET', '/api/leads?limit=2&after='));
    for (const query of [`after=${next}x&limit=2`, 'after=nonsense', `orderBy=-score&after=${next}`]) code(await as.ada('GET', `/api/leads?${query}`), 400, 'invalid_value; field=after', 'after: is not a cursor of this list.');
    code(await as.ada('GET', `/api/leads?start=2&after=${next}`), 400, 'invalid_value; field=after', 'after: cannot be combined with start or page.');
    const { next: users } = ok(await as.ada('GET', '/api/users?limit=1&after='));
    code(await as.ada('GET', `/api/roles?after=${users}`), 400, 'invalid_value; field=after');
  });
  test('manage 1.2 sparse fields on lists, searches and single reads; id is always there; unknown: 400', async () => {
    const keys = (record) => Object.keys(record).sort();
    const [lead] = ok(await as.ada('GET', '/api/leads?fields=email,score&limit=1')).leads;
    assert.deepEqual(keys(lead), ['email', 'id', 'score']);
    assert.deepEqual(keys(ok(await as.ada('GET', `/api/leads/${lead.id}?fields=email`)).lead), ['email', 'id']);
    assert.deepEqual(keys(ok(await as.ada('POST', '/api/leads/search', { fields: ['code'] })).leads[0]), ['code', 'id']);
    assert.deepEqual(keys(ok(await as.ada('GET', '/api/workflows?fields=name')).workflows[0]), ['id', 'name']);
    code(await as.ada('GET', '/api/leads?fields=email,emial'), 400, 'invalid_value; field=fields', 'fields: there is no field "emial".');
    assert.ok(keys(ok(await as.ada('GET', '/api/leads?fields=')).leads[0]).length > 20);
  });
  test('manage 1.4 as before: a wrong method names the right ones', async () => {
    nested(await as.ada('DELETE', '/api/users/self'), 405, 'No route found for DELETE /api/users/self: Method Not Allowed (Allow: GET, HEAD)');
  });
  test('manage 1.4 the methods of every new path', async () => {
    const run = '01a1e208-bc0c-746d-bbcb-7161ab6e00aa';
    const expected = [
      ...Object.keys(collections).map((path) => ['DELETE', `/api/${path}`, 'GET, HEAD']),
      ...['workflows', 'users', 'roles', 'connections'].flatMap((path) => [['GET', `/api/${path}/new`, 'POST'], ['POST', `/api/${path}/7`, 'GET, PUT, PATCH, DELETE, HEAD']]),
      ['DELETE', '/api/lead-fields/code', 'GET, PUT, PATCH, HEAD'],
      ['GET', '/api/workflows/7/publish', 'POST'], ['GET', '/api/workflows/7/start', 'POST'],
      ['DELETE', `/api/runs/${run}`, 'GET, HEAD'], ['POST', `/api/runs/${run}/steps`, 'GET, HEAD'], ['GET', `/api/runs/${run}/retry`, 'POST'], ['GET', `/api/runs/${run}/cancel`, 'POST'],
      ['PUT', '/api/approvals/7', 'GET, HEAD'], ['GET', '/api/approvals/7/approve', 'POST'],
    ];
    for (const [method, path, allow] of expected) {
      const res = await as.ada(method, path);
      nested(res, 405, `No route found for ${method} ${path}: Method Not Allowed (Allow: ${allow})`);
      assert.deepEqual([res.headers.allow, res.headers['hark-error']], [allow, 'method_not_allowed']);
    }
  });
  test('manage 1 the OpenAPI document has every route', async () => {
    const { paths } = ok(await at({})('GET', '/openapi.json'));
    for (const path of ['/api/workflows', '/api/workflows/new', '/api/workflows/{id}', '/api/workflows/{id}/publish', '/api/runs', '/api/runs/{id}', '/api/runs/{id}/steps', '/api/runs/{id}/retry', '/api/runs/{id}/cancel', '/api/users', '/api/users/new', '/api/users/{id}', '/api/roles', '/api/roles/{id}', '/api/lead-fields', '/api/connections', '/api/approvals', '/api/approvals/{id}/approve', '/api/workspace/apply', '/api/workspace/export', '/api/proposals'])
      assert.ok(path in paths, `${path} is missing`);
  });
});

describe('2 the error header', () => {
  const create = (fields, headers) => as.sam('POST', '/api/leads/new', fields, headers);
  test('manage 2 what is wrong with a lead: code and field, and the body stays as it was', async () => {
    const taken = 'lead-1@manage.test';
    code(await create({ email: taken }), 400, 'duplicate; field=email', 'email: is already taken by another lead.');
    code(await create({ emial: 'x' }), 400, 'unknown_field; field=emial', 'emial: there is no such field.');
    code(await create({ score: 'many' }), 400, 'invalid_value; field=score');
    code(await create({ owner_id: 999999999 }), 400, 'invalid_value; field=owner_id');
    const { id } = ok(await create({ email: `${unique('e')}@manage.test` }), 201).lead;
    code(await as.sam('PATCH', `/api/leads/${id}`, { date_added: '2020-01-01T00:00:00Z' }), 400, 'read_only; field=date_added');
    code(await as.sam('PATCH', `/api/leads/${id}`, { email: taken }), 400, 'duplicate; field=email');
    code(await as.sam('PATCH', '/api/leads/edit', { first_name: 'x' }), 400, 'no_match_field');
    code(await as.sam('PATCH', '/api/leads/edit', { email: taken, id }), 400, 'ambiguous_match');
  });
  test('manage 2 a required field', async () => {
    await apply({ lead_fields: [{ alias: 'must', label: 'Must', type: 'text', required: true }] }, own);
    try {
      code(await create({ email: `${unique('e')}@manage.test` }), 400, 'required; field=must', 'must: is required.');
    } finally {
      await apply({ lead_fields: [{ alias: 'must', required: false }] }, own);
    }
  });
  test('manage 2 lists, bodies, routes and records', async () => {
    code(await as.sam('GET', '/api/leads?limit=x'), 400, 'invalid_value; field=limit');
    code(await as.sam('GET', '/api/leads?orderBy=nothing'), 400, 'invalid_value; field=orderBy');
    code(await as.sam('POST', '/api/leads/search', { filters: [{ alias: 'nothing', operator: 'eq', value: 1 }] }), 400, 'invalid_filter; field=filters');
    code(await as.sam('POST', '/api/leads/search', { filterz: [] }), 400, 'unknown_field; field=filterz');
    code(await as.sam('POST', '/api/leads/new', '{"a":'), 400, 'invalid_body');
    code(await as.sam('POST', '/api/leads/new', '[]'), 400, 'invalid_body');
    code(await as.sam('POST', '/api/leads/new', ''), 400, 'invalid_body');
    code(await as.sam('GET', '/api/leads/999999999'), 404, 'not_found', 'Item was not found.');
    code(await as.sam('GET', '/api/nothing'), 404, 'unknown_route');
    code(await as.sam('DELETE', '/api/leads'), 405, 'method_not_allowed');
  });
  test('manage 2 credentials: the flat error is the code; without any, no_credential on the page', async () => {
    const header = async (credential) => { const res = await at(credential)('GET', '/api/leads'); return [res.status, res.headers['hark-error']]; };
    assert.deepEqual(await header({}), [404, 'no_credential']);
    assert.deepEqual(await header({ apikey: 'wrong' }), [401, 'invalid_grant']);
    assert.deepEqual(await header({ Authorization: 'Bearer wrong' }), [401, 'invalid_token']);
    const denied = await as.oscar('GET', '/api/leads');
    assert.deepEqual([denied.status, denied.json.error, denied.headers['hark-error']], [403, 'access_denied', 'access_denied']);
  });
  test('manage 2 a record one may see and not change: forbidden; a used key: key_reused', async () => {
    code(await withKey(user('reader@acme.test'))('POST', '/api/leads/new', { email: `${unique('r')}@contract.test` }), 403, 'forbidden');
    const key = { 'Idempotency-Key': unique('k') };
    ok(await create({ email: `${unique('e')}@manage.test` }, key), 201);
    code(await create({ email: `${unique('e')}@manage.test` }, key), 422, 'key_reused');
  });
  test('manage 2 what a caller wrote never reaches the header unchecked, and a success has none', async () => {
    for (const name of ['a\r\nSet-Cookie: x=1', 'naïve', 'a; field=email', 'x'.repeat(65), '日本', 'a b', '"']) {
      const res = await create({ [name]: 1 });
      code(res, 400, 'unknown_field');
      assert.equal(res.headers['set-cookie'], undefined);
    }
    code(await create({ ['x'.repeat(64)]: 1 }), 400, `unknown_field; field=${'x'.repeat(64)}`);
    assert.equal((await as.sam('GET', '/api/leads?limit=1')).headers['hark-error'], undefined);
  });
});

describe('3 workflows', () => {
  const fresh = async (body = {}, by = as.ada) => ok(await by('POST', '/api/workflows/new', { name: unique('Flow'), ...body }), 201).workflow;
  test('manage 3.1 created as a draft that nothing runs; published, it runs; published again, nothing changes', async () => {
    const made = await fresh({ steps: [set()], enabled: true });
    assert.deepEqual([made.version, made.published_at, made.has_draft, made.owner.id], [0, null, true, ids.ada]);
    code(await as.ada('POST', `/api/workflows/${made.id}/start`, {}), 409, 'not_published');
    const { workflow: one } = ok(await as.ada('POST', `/api/workflows/${made.id}/publish`));
    assert.deepEqual([one.version, one.has_draft, one.draft], [1, false, null]);
    assert.equal(ok(await as.ada('POST', `/api/workflows/${made.id}/publish`)).workflow.version, 1);
    const { run_id } = ok(await as.ada('POST', `/api/workflows/${made.id}/start`, { data: { a: 1 } }), 202);
    await eventually(async () => ok(await as.ada('GET', `/api/runs/${run_id}`)).run.status === 'succeeded');
    ok(await as.ada('PATCH', `/api/workflows/${made.id}`, { steps: [set('b')] }));
    const read = ok(await as.ada('GET', `/api/workflows/${made.id}`)).workflow;
    assert.deepEqual([read.version, read.steps, read.draft.steps], [1, [set()], [set('b')]]);
  });
  test('manage 3.2 steps that cannot be published: 400 with every problem, and the old version stays', async () => {
    const made = await fresh({ steps: [set()] });
    await as.ada('POST', `/api/workflows/${made.id}/publish`);
    ok(await as.ada('PATCH', `/api/workflows/${made.id}`, { steps: [{ name: 'a', type: 'nothing' }, { name: 'b', type: 'wait' }] }));
    const res = await as.ada('POST', `/api/workflows/${made.id}/publish`);
    code(res, 400, 'invalid_value; field=steps');
    assert.match(res.json.error.message, /^steps\[0\]\.type: .*\nsteps\[1\]/s);
    assert.equal(ok(await as.ada('GET', `/api/workflows/${made.id}`)).workflow.version, 1);
  });
  test('manage 3.3 an outdated revision is a conflict', async () => {
    const made = await fresh({ steps: [set()] });
    const { revision } = ok(await as.ada('GET', `/api/workflows/${made.id}`)).workflow.draft;
    ok(await as.ada('PATCH', `/api/workflows/${made.id}`, { steps: [set('b')], revision }));
    code(await as.ada('PATCH', `/api/workflows/${made.id}`, { steps: [set('c')], revision }), 409, 'conflict');
    code(await as.ada('POST', `/api/workflows/${made.id}/publish`, { revision }), 409, 'conflict');
  });
  test('manage 3.5 rights: view all and edit own; none; another owner', async () => {
    const other = workflow('Quick').id;
    ok(await as.bea('GET', `/api/workflows/${other}`));
    for (const [method, path] of [['PATCH', ''], ['DELETE', ''], ['POST', '/publish'], ['POST', '/start']]) code(await as.bea(method, `/api/workflows/${other}${path}`, method === 'PATCH' ? { enabled: false } : {}), 403, 'forbidden', 'You need edit access to this workflow.');
    assert.deepEqual(list(await as.sam('GET', '/api/workflows'), 'workflows'), []);
    notFound(await as.sam('GET', `/api/workflows/${other}`));
    code(await as.sam('POST', '/api/workflows/new', { name: unique('Flow') }), 403, 'forbidden');
    code(await as.bea('POST', '/api/workflows/new', { name: unique('Flow'), owner: email('ada') }), 403, 'forbidden');
    assert.equal((await fresh({ owner: email('bea') })).owner.id, ids.bea);
    assert.equal((await fresh({}, as.bea)).owner.id, ids.bea);
    notFound(await withKey(user('admin@acme.test'))('GET', `/api/workflows/${other}`));
  });
  test('manage 3 the key and secret of a listener can be written and are never returned; names are unique', async () => {
    const made = await fresh({ listener: { add_authentication: true, endpoint_key: 'key-canary', endpoint_secret: 'secret-canary-0123456789' } });
    const read = await as.ada('GET', `/api/workflows/${made.id}`);
    assert.ok(!read.text.includes('canary'), read.text);
    assert.deepEqual([read.json.workflow.listener.add_authentication, 'endpoint_secret' in read.json.workflow.listener], [true, false]);
    const { pathname } = new URL(read.json.workflow.listener.url);
    assert.match(pathname, /^\/listener\/[0-9a-f]{32}\/[0-9a-f]{32}$/);
    code(await as.ada('POST', '/api/workflows/new', { name: made.name }), 400, 'duplicate; field=name');
    code(await as.ada('POST', '/api/workflows/new', {}), 400, 'required; field=name');
    code(await as.ada('POST', '/api/workflows/new', { name: unique('Flow'), stepz: [] }), 400, 'unknown_field; field=stepz', 'stepz: there is no such key.');
    assert.deepEqual(list(await as.ada('GET', `/api/workflows?name=${encodeURIComponent(made.name)}`), 'workflows').map((w) => w.id), [made.id]);
  });
  test('manage 3.4 a start is repeated by its key, drops names of the service, and refuses what is off', async () => {
    const start = (name, body, headers) => as.ada('POST', `/api/workflows/${workflow(name).id}/start`, body, headers);
    const key = { 'Idempotency-Key': unique('k') };
    const body = { data: { n: 5, __headers: { evil: ['x'] }, __jwt: 1 } };
    const [one, two] = [ok(await start('Quick', body, key), 202), ok(await start('Quick', body, key), 202)];
    assert.deepEqual([Object.keys(one), one.run_id], [['run_id'], two.run_id]);
    const { run } = await eventually(async () => { const json = ok(await as.ada('GET', `/api/runs/${one.run_id}`)); return json.run.status === 'succeeded' && json; });
    assert.deepEqual([run.input.n, run.input.__jwt, run.input.__headers?.evil], [5, undefined, undefined]);
    code(await start('Off', {}), 409, 'switched_off');
  });
  test('manage 3 deleted once: 204, then 404', async () => {
    const made = await fresh();
    assert.deepEqual([(await as.ada('DELETE', `/api/workflows/${made.id}`)).status, (await as.ada('DELETE', `/api/workflows/${made.id}`)).status], [204, 404]);
  });
});

describe('4 runs', () => {
  const final = (id) => eventually(async () => { const { run } = ok(await as.ada('GET', `/api/runs/${id}`)); return ['succeeded', 'failed', 'cancelled'].includes(run.status) && run; });
  test('manage 4 newest first, by workflow and status, with steps', async () => {
    const [first, second] = [await trigger('Quick'), await trigger('Quick')];
    const run = await final(second);
    assert.deepEqual([run.status, run.workflow, run.version, run.error, run.warnings, run.retry_of, run.called_by, run.result, run.input.n], ['succeeded', { id: workflow('Quick').id, name: 'Quick' }, 1, null, 0, null, null, null, 1]);
    const found = list(await as.ada('GET', `/api/runs?workflow=${workflow('Quick').id}&limit=2`), 'runs');
    assert.deepEqual(found.map((r) => r.id), [second, first]);
    assert.equal('input' in found[0], false, 'lists are small');
    const [step] = list(await as.ada('GET', `/api/runs/${second}/steps`), 'steps');
    assert.deepEqual([step.path, step.type, step.status, step.handled, step.attempts, step.called_run, step.approval_id], ['keep', 'set', 'succeeded', false, [], null, null]);
    assert.ok(list(await as.ada('GET', '/api/runs?status=failed'), 'runs').every((r) => r.status === 'failed'));
    code(await as.ada('GET', '/api/runs?status=odd'), 400, 'invalid_value; field=status');
  });
  test('manage 4.3 cancelling twice is one cancel; an ended run cannot be cancelled', async () => {
    const id = await trigger('Slow');
    await eventually(async () => ok(await as.ada('GET', `/api/runs/${id}`)).run.status === 'waiting');
    for (let i = 0; i < 2; i++) assert.equal(ok(await as.ada('POST', `/api/runs/${id}/cancel`)).run.status, 'cancelled');
    const done = await trigger('Quick');
    await final(done);
    code(await as.ada('POST', `/api/runs/${done}/cancel`), 409, 'run_ended');
    code(await as.ada('POST', `/api/runs/${done}/retry`), 409, 'not_retriable');
  });
  test('manage 4.2 a failed run is retried once, as a new run', async () => {
    const id = await trigger('Fails');
    assert.equal((await final(id)).status, 'failed');
    const { run } = ok(await as.ada('POST', `/api/runs/${id}/retry`, { from: 'start' }));
    assert.deepEqual([run.retry_of, run.id === id], [id, false]);
    assert.equal((await final(id)).retried_as, run.id);
    code(await as.ada('POST', `/api/runs/${id}/retry`), 409, 'already_retried');
    code(await as.ada('POST', `/api/runs/${id}/retry`, { from: 'the middle' }), 400, 'invalid_value; field=from');
  });
  test('manage 4.1 a viewer reads and cannot act; others, and other workspaces, find nothing', async () => {
    const id = await trigger('Slow');
    ok(await as.bea('GET', `/api/runs/${id}`));
    for (const action of ['cancel', 'retry']) code(await as.bea('POST', `/api/runs/${id}/${action}`), 403, 'forbidden');
    notFound(await as.sam('GET', `/api/runs/${id}`));
    notFound(await as.sam('GET', `/api/runs/${id}/steps`));
    notFound(await withKey(user('admin@acme.test'))('POST', `/api/runs/${id}/cancel`));
    assert.equal((await as.sam('GET', '/api/runs')).json.total, '0');
    ok(await as.ada('POST', `/api/runs/${id}/cancel`));
  });
});

describe('5 users, roles, lead fields, connections', () => {
  test('manage 5 administrators only: the form of a body is checked before the permission, what is stored after it', async () => {
    const taken = { email: email('bea'), name: 'Twin', role: 'No such role' };
    for (const [method, path, body] of [['GET', '/api/users'], ['GET', `/api/users/${ids.bea}`], ['GET', '/api/users/999999999'], ['POST', '/api/users/new', taken], ['PATCH', `/api/users/${ids.sam}`, { role: 'Administrator' }], ['PATCH', '/api/users/999999999', { name: 'x' }], ['DELETE', `/api/users/${ids.bea}`], ['GET', '/api/roles'], ['POST', '/api/roles/new', { name: 'Sales' }], ['POST', '/api/lead-fields/new', { alias: 'code', type: 'text' }], ['POST', '/api/connections/new', { name: 'x', type: 'none', origin: origin() }]])
      code(await as.sam(method, path, body), 403, 'forbidden');
    code(await as.sam('POST', '/api/users/new', '{"email":'), 400, 'invalid_body');
    code(await as.sam('POST', '/api/users/new', { ...taken, admin: true }), 400, 'unknown_field; field=admin');
    ok(await as.sam('GET', '/api/users/self'));
  });
  test('manage 5.1 a new user is invited or has a password; neither password nor key is ever returned', async () => {
    const [invited, direct] = [`${unique('u')}@manage.test`, `${unique('u')}@manage.test`];
    const one = ok(await as.ada('POST', '/api/users/new', { email: invited, name: 'Ivy', role: 'Sales' }), 201);
    assert.deepEqual([Object.keys(one).sort(), Object.keys(one.user).sort()], [['invite_url', 'user'], ['active', 'created_at', 'email', 'id', 'last_seen_at', 'name', 'role']]);
    assert.ok(one.invite_url.startsWith(own.base_url));
    const two = ok(await as.ada('POST', '/api/users/new', { email: direct, name: 'Dan', role: { id: one.user.role.id }, password: 'correct horse battery' }), 201);
    assert.deepEqual([Object.keys(two), two.user.role.name], [['user'], 'Sales']);
    assert.ok(!(await as.ada('GET', '/api/users?limit=100')).text.match(/password|api_key|horse/));
    code(await as.ada('POST', '/api/users/new', { email: direct.toUpperCase(), name: 'Twin', role: 'Sales' }), 400, 'duplicate; field=email');
    code(await as.ada('POST', '/api/users/new', { email: 'no address', name: 'X', role: 'Sales' }), 400, 'invalid_value; field=email');
    code(await as.ada('POST', '/api/users/new', { email: `${unique('u')}@manage.test`, role: 'Sales' }), 400, 'required; field=name');
    code(await as.ada('PATCH', `/api/users/${two.user.id}`, { email: 'other@manage.test' }), 400, 'read_only; field=email');
    code(await as.ada('PATCH', `/api/users/${two.user.id}`, { password: 'x'.repeat(20) }), 400, 'unknown_field; field=password');
    ok(await as.ada('PATCH', `/api/users/${two.user.id}`, two.user));
  });
  test('manage 5.3 nobody locks themselves or everyone out', async () => {
    code(await as.ada('DELETE', `/api/users/${ids.ada}`), 409, 'own_account');
    code(await as.ada('PATCH', `/api/users/${ids.ada}`, { active: false }), 409, 'own_account');
    code(await as.ada('PATCH', `/api/users/${ids.ada}`, { role: 'Sales' }), 409, 'last_administrator');
    code(await as.ada('DELETE', `/api/users/${ids.bea}`), 409, 'in_use');
  });
  test('manage 5.4 switching a user off, and a changed role, hold from the very next request', async () => {
    const { id, api_key } = await newUser('Sales', own);
    const call = at({ apikey: api_key });
    ok(await call('GET', '/api/leads?limit=1'));
    ok(await as.ada('PATCH', `/api/users/${id}`, { active: false }));
    assert.equal((await call('GET', '/api/leads?limit=1')).status, 401);
    ok(await as.ada('PATCH', `/api/users/${id}`, { active: true, role: 'Outsider' }));
    assert.equal((await call('GET', '/api/leads?limit=1')).status, 403);
  });
  test('manage 6 a change of permissions touches the named keys alone; a role in use stays', async () => {
    const { role } = ok(await as.ada('POST', '/api/roles/new', { name: unique('Role'), permissions: { 'leads.view': 'own' } }), 201);
    assert.deepEqual([role.is_admin, role.users, role.permissions['leads.view'], role.permissions['leads.edit'], role.permissions['api.access_rest']], [false, 0, 'own', 'none', false]);
    const changed = ok(await as.ada('PATCH', `/api/roles/${role.id}`, { permissions: { 'leads.edit': 'all' } })).role;
    assert.deepEqual([changed.permissions['leads.view'], changed.permissions['leads.edit']], ['own', 'all']);
    code(await as.ada('PATCH', `/api/roles/${role.id}`, { permissions: { 'leads.fly': true } }), 400, 'unknown_field; field=permissions');
    code(await as.ada('PATCH', `/api/roles/${role.id}`, { permissions: { 'leads.view': 'some' } }), 400, 'invalid_value; field=permissions');
    assert.equal((await as.ada('DELETE', `/api/roles/${role.id}`)).status, 204);
    const sales = list(await as.ada('GET', '/api/roles'), 'roles').find((r) => r.name === 'Sales');
    code(await as.ada('DELETE', `/api/roles/${sales.id}`), 409, 'in_use');
  });
  test('manage 7 lead fields: everyone reads, administrators write, type and alias are fixed', async () => {
    const alias = `f_${unique('x').slice(2)}`;
    const { lead_field } = ok(await as.ada('POST', '/api/lead-fields/new', { alias, type: 'select', label: 'Size', options: ['s', 'm'] }), 201);
    assert.deepEqual(lead_field, { alias, label: 'Size', type: 'select', unique: false, required: false, options: ['s', 'm'] });
    ok(await as.sam('GET', `/api/lead-fields/${alias}`));
    ok(await as.sam('POST', '/api/leads/new', { email: `${unique('f')}@manage.test`, [alias]: 'm' }), 201);
    code(await as.ada('PATCH', `/api/lead-fields/${alias}`, { type: 'text' }), 400, 'read_only; field=type');
    code(await as.ada('POST', '/api/lead-fields/new', { alias, type: 'text' }), 400, 'duplicate; field=alias');
    code(await as.ada('POST', '/api/lead-fields/new', { alias: 'email', type: 'text' }), 400, 'invalid_value; field=alias');
    assert.ok(list(await as.sam('GET', '/api/lead-fields'), 'lead_fields').every((f) => f.alias !== 'email'), 'built-in fields are elsewhere');
    notFound(await as.sam('GET', '/api/lead-fields/nothing_here'));
  });
  test('manage 8 connections: builders read, administrators write, secrets are never returned and are needed again elsewhere', async () => {
    const name = unique('Conn');
    const made = await as.ada('POST', '/api/connections/new', { name, type: 'bearer', origin: origin(), token: 'token-canary-0123456789' });
    ok(made, 201);
    assert.ok(!made.text.includes('canary') && !('token' in made.json.connection), made.text);
    const { id } = made.json.connection;
    assert.ok(!(await as.bea('GET', `/api/connections/${id}`)).text.includes('canary'));
    assert.equal(list(await as.bea('GET', '/api/connections'), 'connections').find((c) => c.id === id).origin, origin());
    assert.equal((await as.sam('GET', `/api/connections/${id}`)).status, 403);
    code(await as.bea('PATCH', `/api/connections/${id}`, { token: 'x' }), 403, 'forbidden');
    code(await as.ada('PATCH', `/api/connections/${id}`, { origin: origin(ports.two) }), 400, 'required; field=token');
    ok(await as.ada('PATCH', `/api/connections/${id}`, { name: `${name} 2` }));
    assert.equal(ok(await as.ada('PATCH', `/api/connections/${id}`, { origin: origin(ports.two), token: 'another-token' })).connection.origin, origin(ports.two));
    code(await as.ada('POST', '/api/connections/new', { name: `${name} 2`, type: 'none', origin: origin() }), 400, 'duplicate; field=name');
    assert.equal((await as.ada('DELETE', `/api/connections/${id}`)).status, 204);
  });
});

describe('10 command line', () => {
  const plan = (partial, options = {}) => hark(['apply', '--plan', '--json', '-f', workspaceFile(partial, own)], options);
  const role = (name, over = {}) => ({ name, permissions: { 'leads.view': 'own' }, ...over });
  test('manage 10.1 as before: a wrong file is exit code 2', async () => {
    assert.equal((await hark(['apply', '-f', workspaceFile({ rolez: [] }, own), '--json'])).code, 2);
  });
  test('manage 10.1 a plan: exit 3 and what would change, nothing changed; after apply exit 0', async () => {
    const name = unique('Planned');
    const partial = { roles: [role(name)], users: [{ email: email('sam'), name: 'Samuel' }] };
    const first = await plan(partial);
    assert.equal(first.code, 3, first.stderr);
    assert.deepEqual(first.json.summary, { create: 1, update: 1, delete: 0 });
    assert.deepEqual(first.json.changes.map(({ workspace, section, item, action }) => [workspace, section, item, action]), [[own.base_url, 'roles', name, 'create'], [own.base_url, 'users', email('sam'), 'update']]);
    assert.deepEqual(first.json.changes[1].fields, [{ field: 'name', old: 'Sam', new: 'Samuel' }]);
    assert.deepEqual((await plan(partial)).json, first.json, 'nothing was changed by the first plan');
    await apply(partial, own);
    const second = await plan(partial);
    assert.deepEqual([second.code, second.json], [0, { changes: [], summary: { create: 0, update: 0, delete: 0 } }], second.stderr);
    const gone = await plan({ roles: [{ name, state: 'absent' }] });
    assert.deepEqual([gone.code, gone.json.changes[0].action, gone.json.changes[0].fields], [3, 'delete', []]);
    const text = await hark(['apply', '--plan', '-f', workspaceFile({ roles: [{ name, state: 'absent' }] }, own)]);
    assert.ok(text.stdout.includes(`- roles "${name}"`) && text.stdout.includes('0 to create, 0 to update, 1 to delete.'), text.stdout);
  });
  test('manage 10.1 a plan checks what apply checks, and shows no secret', async () => {
    const wrong = await plan({ users: [{ email: `${unique('u')}@manage.test`, name: 'X', role: 'No such role' }] });
    assert.equal(wrong.code, 2, wrong.stdout);
    const same = await plan({ secrets: { partner: 'partner-secret-0123456789' } });
    assert.deepEqual([same.code, same.json?.changes], [0, []], same.stderr);
    const other = await plan({ secrets: { partner: 'new-secret-canary-0123' } });
    assert.deepEqual([other.code, other.json?.changes[0]?.fields], [3, [{ field: 'value', old: '[secret]', new: '[secret]' }]], other.stderr);
    assert.ok(!other.stdout.includes('canary'));
  });
  test('manage 10.2 pull: accepted by apply without a change, the same twice, and without secrets', async () => {
    await apply({ workflows: [{ name: 'Signed', owner: email('ada'), listener: { add_authentication: true, endpoint_key: 'k', endpoint_secret: 'listener-secret-0123456789' }, steps: [set()] }] }, own);
    const [one, two] = [await hark(['pull', '--workspace', own.base_url]), await hark(['pull', '--workspace', own.base_url])];
    assert.equal(one.code, 0, one.stderr);
    assert.equal(one.stdout, two.stdout);
    assert.equal(one.stdout.split('\n')[0], `# yaml-language-server: $schema=${own.base_url}/schemas/apply.json`);
    for (const secret of ['partner-secret', 'listener-secret', 'correct horse', ...Object.values(applied.users).map((u) => u.api_key)]) assert.ok(!one.stdout.includes(secret), secret);
    const { json } = await hark(['pull', '--workspace', own.base_url, '--json']);
    const [pulled] = json.workspaces;
    assert.deepEqual(pulled.secrets.partner, { env: 'HARK_SECRET_PARTNER' });
    assert.deepEqual(pulled.workflows.find((w) => w.name === 'Signed').listener.endpoint_secret, { env: 'HARK_LISTENER_SIGNED_SECRET' });
    assert.equal(pulled.leads, undefined);
    const back = await hark(['apply', '--plan', '--json', '-f', '-'], { input: one.stdout });
    assert.deepEqual([back.code, back.json?.changes], [0, []], back.stderr || back.stdout);
  });
  test('manage 10.3 secrets from the environment and from files; unset keeps what is there and is an error for a new one', async () => {
    const name = `env_${tag}`;
    const given = (value, env) => hark(['apply', '-f', workspaceFile({ secrets: { [name]: value } }, own), '--json'], { env });
    const missing = await given({ env: `HARK_TEST_${tag}` });
    assert.equal(missing.code, 2, missing.stdout);
    assert.ok(missing.stderr.includes(`workspaces[0].secrets.${name}: the environment variable HARK_TEST_${tag} is not set`), missing.stderr);
    assert.equal((await given({ env: `HARK_TEST_${tag}` }, { [`HARK_TEST_${tag}`]: 'from-the-environment' })).code, 0);
    assert.equal((await plan({ secrets: { [name]: 'from-the-environment' } })).code, 0, 'it has the value');
    const kept = await given({ env: `HARK_TEST_${tag}` });
    assert.deepEqual([kept.code, kept.stderr.includes(`HARK_TEST_${tag}`)], [0, true], kept.stderr);
    assert.equal((await plan({ secrets: { [name]: 'from-the-environment' } })).code, 0, 'it was kept');
    assert.equal((await given({ env: `HARK_TEST_${tag}` }, { [`HARK_TEST_${tag}`]: '' })).code, 2, 'set but empty');
    assert.equal((await given({ file: file('from-a-file\n', 'secret.txt') })).code, 0);
    assert.equal((await plan({ secrets: { [name]: 'from-a-file' } })).code, 0, 'one line break is removed');
    assert.equal((await given({ file: '/no/such/file' })).code, 2);
  });
  const remote = once(async () => {
    const token = async (role) => {
      const { email: owner } = await newUser(role);
      return byName((await apply({ api_clients: [{ user: owner, name: `remote ${tag}`, scope: 'api', active: true }] })).api_clients, `remote ${tag}`).token;
    };
    const env = (HARK_TOKEN) => ({ HARK_URL: acme.base_url, HARK_TOKEN, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    return { admin: env(await token('Administrator')), sales: env(await token('Sales')) };
  });
  test('manage 10.4 remote: apply, plan, pull, start, runs and run show need no database', async () => {
    const { admin } = await remote();
    const name = `Remote ${tag}`;
    const partial = { workflows: [{ name, owner: 'admin@acme.test', enabled: true, steps: [{ name: 'keep', type: 'set', values: { n: '{{ __data.n }}' } }] }] };
    const planned = await hark(['apply', '--plan', '--json', '-f', workspaceFile(partial)], { env: admin });
    assert.deepEqual([planned.code, planned.json?.summary], [3, { create: 1, update: 0, delete: 0 }], planned.stderr);
    const done = await hark(['apply', '--json', '-f', workspaceFile(partial)], { env: admin });
    assert.equal(done.code, 0, done.stderr);
    assert.ok(done.json.workspaces[0].workflows[0].listener.url.startsWith(acme.base_url));
    const started = await hark(['workflow', 'start', name, '--data', '{"n":7}', '--json'], { env: admin });
    assert.equal(started.code, 0, started.stderr);
    const shown = await eventually(async () => { const { json } = await hark(['run', 'show', started.json.run_id, '--json'], { env: admin }); return json?.status === 'succeeded' && json; });
    assert.deepEqual(shown.steps[0].output, { n: 7 });
    const local = await hark(['run', 'show', started.json.run_id, '--workspace', acme.base_url, '--json']);
    assert.deepEqual(shown, local.json, 'the same document as at the database');
    assert.equal((await hark(['runs', '--workflow', name, '--json'], { env: admin })).json.total, 1);
    const pulled = await hark(['pull', '--json'], { env: admin });
    assert.ok(pulled.json?.workspaces[0].workflows.some((w) => w.name === name), pulled.stderr);
  });
  test('manage 10.4 remote: rights, missing token, other addresses', async () => {
    const { admin, sales } = await remote();
    const partial = { roles: [role(unique('Never'))] };
    const refused = await hark(['apply', '--json', '-f', workspaceFile(partial)], { env: sales });
    assert.equal(refused.code, 1, refused.stdout);
    assert.equal((await hark(['pull'], { env: sales })).code, 1);
    assert.equal((await hark(['pull'], { env: { ...admin, HARK_TOKEN: 'wrong' } })).code, 1);
    assert.equal((await hark(['pull'], { env: { ...admin, HARK_TOKEN: '' } })).code, 2);
    assert.equal((await hark(['pull'], { env: { ...admin, HARK_URL: 'http://crm.example.test' } })).code, 2, 'http beyond this machine');
    const foreign = { ...globex, name: acme.name };
    const other = await hark(['apply', '--plan', '--json', '-f', workspaceFile(partial, foreign)], { env: admin });
    assert.equal(other.code, 2, other.stdout);
    assert.ok(other.stderr.includes(`workspaces[0].base_url: HARK_URL is ${acme.base_url}`), other.stderr);
    const promoted = await hark(['apply', '--plan', '--json', '--workspace', acme.base_url, '-f', workspaceFile(partial, foreign)], { env: admin });
    assert.deepEqual([promoted.code, promoted.json?.changes[0]?.workspace], [3, acme.base_url], promoted.stderr);
  });
  test('manage 10.4.1 the server reads neither its environment nor its files for a caller', async () => {
    for (const value of [{ env: 'SECRET_KEY' }, { file: '/etc/passwd' }]) nested(await as.ada('POST', '/api/workspace/apply', { workspace: { secrets: { stolen: value } } }), 400, /secrets\.stolen/);
    const ok200 = await as.ada('POST', '/api/workspace/apply', { workspace: { secrets: { partner: { keep: true } } }, plan: true });
    assert.deepEqual(ok(ok200).changes, []);
    code(await as.bea('POST', '/api/workspace/apply', { workspace: {} }), 403, 'forbidden');
    code(await as.bea('GET', '/api/workspace/export'), 403, 'forbidden');
  });
  test('manage 10.5 workflow start at the database; an unknown name is 2, one that is off 1', async () => {
    const start = (name) => hark(['workflow', 'start', name, '--workspace', own.base_url, '--data', '{"n":1}', '--json']);
    const done = await start('Quick');
    assert.equal(done.code, 0, done.stderr);
    assert.match(done.json.run_id, /^[0-9a-f-]{36}$/);
    assert.deepEqual([(await start('Nothing')).code, (await start('Off')).code], [2, 1]);
  });
  test('manage 10.6 the JSON Schema is public and refuses unknown keys', async () => {
    const res = await at({})('GET', '/schemas/apply.json');
    assert.equal(res.status, 200, res.text.slice(0, 200));
    assert.match(res.headers['content-type'], /^application\/schema\+json/);
    assert.equal(res.json.$schema, 'https://json-schema.org/draft/2020-12/schema');
    assert.equal(res.json.additionalProperties, false);
    for (const key of ['connections', 'workflows']) assert.ok(JSON.stringify(res.json).includes(`"${key}"`), key);
    assert.equal((await at({})('GET', '/schemas/workflow-test.json')).status, 200);
  });
});

describe('11 workflow test', () => {
  const address = 'fresh@workflowtest.test';
  const workspace = {
    workspaces: [{ name: 'Tested', base_url: 'http://tested.test', users: [{ email: 'ann@tested.test', name: 'Ann', role: 'Administrator' }],
      roles: [{ name: 'Administrator', is_admin: true }],
      workflows: [{ name: 'Order', owner: 'ann@tested.test', steps: [
        { name: 'order', type: 'http.request', method: 'POST', url: `${origin()}/tested`, body: { email: '{{ __data.email }}' } },
        { name: 'pause', type: 'wait', for: '3 days' },
        { name: 'save', type: 'lead.upsert', match: { email: '{{ __data.email }}' }, fields: { company: '{{ steps.order.output.body.company }}' } },
        { name: 'reply', type: 'respond', status: 201, body: { ok: true } },
      ] }] }],
  };
  const run = (tests, over = {}) => hark(['workflow', 'test', file({ file: file(workspace, 'workspace.json'), workflow: 'Order', tests, ...over }), '--json']);
  const good = {
    name: 'good', request: { method: 'POST', body: { email: address } }, mocks: { order: { status: 200, body: { company: 'Acme' } } },
    expect: { status: 'succeeded', steps: { save: { output: { company: 'Acme' } } }, respond: { status: 201, body: { ok: true } }, leads: [{ email: address }], http: [{ step: 'order', method: 'POST', body: { email: address } }] },
  };
  test('manage 11 a right expectation passes, a wrong one fails and says where; nothing is stored or called', async () => {
    const before = outside.requests.length;
    const began = Date.now();
    const one = await run([good]);
    assert.equal(one.code, 0, one.stderr + one.stdout);
    assert.ok(Date.now() - began < 20_000, 'a wait of days passes at once');
    const two = await run([good, { ...good, name: 'bad', expect: { ...good.expect, status: 'failed', http: [] } }]);
    assert.deepEqual([two.code, two.json?.passed, two.json?.failed, two.json?.tests.map((t) => t.passed)], [1, 1, 1, [true, false]], two.stderr);
    assert.ok(two.json.tests[1].problems.some((p) => p === 'expect.status: expected "failed", got "succeeded"'), JSON.stringify(two.json));
    assert.equal(outside.requests.length, before);
    for (const ws of [acme, own]) assert.equal((await hark(['runs', '--workspace', ws.base_url, '--workflow', 'Order', '--json'])).code === 0, false);
  });
  test('manage 11.2 a call without a mock fails its test and is not made', async () => {
    const before = outside.requests.length;
    const { code: exit, json, stderr } = await run([{ ...good, mocks: {} }]);
    assert.equal(exit, 1, stderr);
    assert.ok(json.tests[0].problems.some((p) => p.includes('order: this http.request has no mock')), JSON.stringify(json));
    assert.equal(outside.requests.length, before);
  });
  test('manage 11.4 a wrong file or an unknown workflow is exit code 2', async () => {
    assert.equal((await run([good])).code, 0, 'the right file passes');
    for (const over of [{ workflow: 'Nothing' }, { testz: [] }, { file: '/no/such/file' }]) assert.equal((await run([good], over)).code, 2, JSON.stringify(over));
  });
});

describe('12 proposals', () => {
  const made = once(async () => {
    const name = `Proposer ${tag}`;
    await apply({ roles: [{ name, permissions: { ...rest, ...all, 'api.write_rest': 'propose', 'api.write_mcp': 'propose' } }] }, own);
    const proposer = await newUser(name, own);
    return { proposer, call: at({ apikey: proposer.api_key }) };
  });
  const target = async () => ok(await as.sam('POST', '/api/leads/new', { email: `${unique('p')}@manage.test`, first_name: 'Before' }), 201).lead;
  const read = async (id) => ok(await as.sam('GET', `/api/leads/${id}`)).lead;
  test('manage 12.1 an edit becomes a proposal, and the lead stays; approved, it is changed by the approver', async () => {
    const { call, proposer } = await made();
    const lead = await target();
    const { proposal } = ok(await call('PATCH', `/api/leads/${lead.id}`, { first_name: 'After' }), 202);
    assert.deepEqual([proposal.status, proposal.action, proposal.lead_id, proposal.changes, proposal.proposed_by.id], ['pending', 'edit', lead.id, [{ field: 'first_name', old: 'Before', new: 'After' }], proposer.id]);
    assert.equal((await read(lead.id)).first_name, 'Before');
    code(await call('POST', `/api/proposals/${proposal.id}/approve`), 403, 'forbidden');
    assert.equal(ok(await as.sam('POST', `/api/proposals/${proposal.id}/approve`)).proposal.status, 'approved');
    assert.equal((await read(lead.id)).first_name, 'After');
    const { history } = ok(await as.sam('GET', `/api/leads/${lead.id}/history`));
    assert.equal(history[0].user.id, ids.sam);
    code(await as.sam('POST', `/api/proposals/${proposal.id}/reject`), 409, 'already_decided');
  });
  test('manage 12.1 every write: batch of one, create and delete are proposed, wrong values are refused at once', async () => {
    const { call } = await made();
    const lead = await target();
    nested(await call('PATCH', `/api/leads/${lead.id}`, { score: 'many' }), 400, /score/);
    const total = ok(await as.sam('GET', '/api/leads?limit=1')).total;
    assert.equal(ok(await call('DELETE', `/api/leads/${lead.id}`), 202).proposal.action, 'delete');
    assert.equal(ok(await call('POST', '/api/leads/new', { email: `${unique('n')}@manage.test` }), 202).proposal.action, 'create');
    const { results } = ok(await call('POST', '/api/leads/batch/delete', { items: [{ id: lead.id }] }));
    assert.equal(results[0].status, 202, 'a batch is no way around it');
    assert.equal(ok(await as.sam('GET', '/api/leads?limit=1')).total, total);
    ok(await call('GET', '/api/leads?limit=1'));
  });
  test('manage 12.5 a lead that changed since is a conflict, and the proposal stays', async () => {
    const { call } = await made();
    const lead = await target();
    const { proposal } = ok(await call('PATCH', `/api/leads/${lead.id}`, { first_name: 'After' }), 202);
    ok(await as.sam('PATCH', `/api/leads/${lead.id}`, { first_name: 'Between' }));
    code(await as.sam('POST', `/api/proposals/${proposal.id}/approve`), 409, 'conflict');
    assert.deepEqual([(await read(lead.id)).first_name, ok(await as.sam('GET', `/api/proposals/${proposal.id}`)).proposal.status], ['Between', 'pending']);
  });
  test('manage 12.1 an agent proposes too', async () => {
    await apply({ roles: [{ name: `Agent proposer ${tag}`, permissions: { ...rest, ...all, 'api.write_mcp': 'propose' } }] });
    const agent = await newUser(`Agent proposer ${tag}`);
    const { token } = byName((await apply({ api_clients: [{ user: agent.email, name: 'agent', scope: 'mcp', active: true }] })).api_clients, 'agent');
    const call = withKey(agent);
    const lead = ok(await call('POST', '/api/leads/new', { email: `${unique('a')}@contract.test`, first_name: 'Before' }), 201).lead;
    const { message } = await rpc(acme.base_url, { Authorization: `Bearer ${token}` }, 'tools/call', { name: 'update_lead', arguments: { id: lead.id, first_name: 'After' } });
    assert.ok(!message.result?.isError, JSON.stringify(message));
    assert.match(JSON.stringify(message.result), /proposal/);
    assert.equal(ok(await call('GET', `/api/leads/${lead.id}`)).lead.first_name, 'Before');
  });
});

describe('13 receipts', () => {
  const [key, secret] = ['receipt-key', 'receipt-secret-0123456789-0123456789'];
  const signed = { add_authentication: true, endpoint_key: key, endpoint_secret: secret, respond_with: 'receipt' };
  const made = once(async () => {
    const flow = (name, listener) => ({ name: `${name} ${tag}`, owner: 'admin@acme.test', enabled: true, listener, steps: [set()] });
    const { workflows } = await apply({ workflows: [flow('receipts', { ...signed, receipts: true }), flow('other receipts', { ...signed, receipts: true }), flow('no receipts', signed)] });
    return (name) => byName(workflows, `${name} ${tag}`).listener.url;
  });
  const bearer = () => ({ Authorization: `Bearer ${jwt({ iss: key, exp: nowSeconds() + 300 }, secret)}` });
  test('manage 13.1 an accepted delivery carries a receipt that its sender can verify; a repeat has the first run', async () => {
    const url = (await made())('receipts');
    const body = '{"a": 1}';
    const delivery = () => send('POST', url, { headers: { ...bearer(), 'Content-Type': 'application/json', 'Idempotency-Key': `d/1 ${tag}` }, body });
    const res = await delivery();
    assert.equal(res.status, 200, res.text);
    const [head, payload, signature] = (res.headers['hark-receipt'] ?? '').split('.');
    assert.equal(signature, createHmac('sha256', secret).update(`${head}.${payload}`).digest('base64url'), 'signed with endpoint_secret');
    const claims = JSON.parse(Buffer.from(payload, 'base64url'));
    assert.deepEqual([claims.iss, claims.aud, claims.sub, claims.jti, claims.body_sha256], [acme.base_url, key, res.json.run_id, `d/1 ${tag}`, createHash('sha256').update(body).digest('hex')]);
    assert.equal(JSON.parse(Buffer.from((await delivery()).headers['hark-receipt'].split('.')[1], 'base64url')).sub, claims.sub);
    const refused = await send('POST', url, { body });
    assert.deepEqual([refused.status, refused.headers['hark-receipt']], [403, undefined]);
    assert.equal((await send('POST', (await made())('no receipts'), { headers: bearer(), body: {} })).headers['hark-receipt'], undefined);
  });
  test('manage 13.2 the sender asks with the same credential how it went, and learns nothing else', async () => {
    const url = await made();
    const delivered = `d/2 ${tag}`;
    const { json } = await send('POST', url('receipts'), { headers: { ...bearer(), 'Idempotency-Key': delivered }, body: { secret: 'CANARY' } });
    const askFor = (name, what, headers = bearer(), method = 'GET') => send(method, `${url(name)}/receipts/${encodeURIComponent(what)}`, { headers });
    const found = await eventually(async () => { const res = await askFor('receipts', delivered); return res.json?.receipt?.status === 'succeeded' && res; });
    assert.deepEqual([Object.keys(found.json.receipt).sort(), found.json.receipt.run_id, found.json.receipt.key], [['key', 'received_at', 'run_id', 'status'], json.run_id, delivered]);
    assert.ok(!found.text.includes('CANARY'));
    assert.equal((await askFor('receipts', json.run_id)).status, 200);
    const anonymous = await askFor('receipts', delivered, {});
    assert.deepEqual([anonymous.status, anonymous.text], [403, 'Missing authentication token']);
    assert.equal((await askFor('receipts', delivered, { Authorization: 'Bearer wrong' })).status, 401);
    notFound(await askFor('receipts', 'nothing'));
    notFound(await askFor('other receipts', delivered));
    notFound(await askFor('other receipts', json.run_id));
    assert.equal((await askFor('no receipts', delivered, {})).status, 404, 'off: as any unknown path');
    const wrong = await askFor('receipts', delivered, bearer(), 'POST');
    assert.deepEqual([wrong.status, wrong.headers.allow], [405, 'GET, HEAD']);
    const { json: runs } = await hark(['runs', '--workspace', acme.base_url, '--workflow', `receipts ${tag}`, '--json']);
    assert.equal(runs.total, 2, 'asking starts no run');
  });
  test('manage 13 receipts need the token check (spec/listeners §11.1)', async () => {
    const { code: exit, stderr } = await hark(['apply', '--json', '-f', workspaceFile({ workflows: [{ name: `bare ${tag}`, owner: 'admin@acme.test', listener: { add_authentication: false, receipts: true }, steps: [set()] }] })]);
    assert.equal(exit, 2, stderr);
    assert.ok(stderr.includes('receipts: needs add_authentication, because receipts are signed with endpoint_secret'), stderr);
  });
});

function once(make) { let made; return () => (made ??= make()); }
