// Steps that search, send email, ask people and call workflows, failures that steps handle, and connections
// (spec/runs, spec/connections). The servers outside are in ./outside.mjs.
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { acme, apply, byName, eventually, globex, hark, send, unique, user, workspaceFile } from './harness.mjs';
import { nested, newLead, newUser, notFound, withKey } from './rest.mjs';
import { origin, ports, problems, startMail, startServer } from './outside.mjs';

const admin = 'admin@acme.test';
const asAdmin = withKey(user(admin));
const tag = unique('t').replace('-', '');
const once = (make) => { let made; return () => (made ??= make()); };
const flow = (name, steps, { owner = admin, listener = {}, ...rest } = {}) => ({
  name: `${name} ${tag}`, owner, enabled: true, steps, ...rest,
  listener: { add_authentication: false, allow_cors: false, cors_domains: '', respond_with: 'workflow', ...listener },
});
const receipt = { listener: { respond_with: 'receipt' } };
/** Provisions workflows: send(name, data) to a listener, go(name, data) to the end of the run. */
async function provision(workflows, rest = {}, workspace = acme) {
  const result = await apply({ ...rest, workflows }, workspace);
  const url = (name) => byName(result.workflows, `${name} ${tag}`).listener.url;
  const post = (name, data = {}) => send('POST', url(name), { body: data });
  const go = async (name, data) => {
    const res = await post(name, data);
    assert.ok(res.headers['x-run-id'], `no run of ${name}: ${res.status} ${res.text}`);
    return { res, ...(await ended(res.headers['x-run-id'], workspace)) };
  };
  return { result, url, post, go, id: (name) => byName(result.workflows, `${name} ${tag}`).id };
}
async function show(id, workspace = acme) {
  const { json, stderr } = await hark(['run', 'show', id, '--workspace', workspace.base_url, '--json']);
  assert.ok(json, stderr);
  return { ...json, step: (path) => json.steps.find((s) => s.path === path) };
}
const isFinal = ({ status }) => ['succeeded', 'failed', 'cancelled'].includes(status);
/** What the command line shows of a run that has ended. Waits over REST, because a command is a process. */
const ended = async (id, workspace = acme) => {
  const { api_key: apikey } = workspace.users[0];
  const read = () => send('GET', `${workspace.base_url}/api/runs/${id}`, { headers: { apikey } });
  await eventually(async () => isFinal((await read()).json?.run ?? {}), { everyMs: 300 });
  return show(id, workspace);
};
const listRuns = async (name, workspace = acme) => {
  const { json, stderr } = await hark(['runs', '--workspace', workspace.base_url, '--workflow', `${name} ${tag}`, '--json']);
  assert.ok(json, stderr);
  return json;
};
const reply = (body) => ({ name: 'reply', type: 'respond', body });
const http = (name, url, rest = {}) => ({ name, type: 'http.request', url, retry: { max_attempts: 1 }, ...rest });
const done = (run) => assert.equal(run.status, 'succeeded', run.error);
const mail = (prefix = 'p') => `${unique(prefix)}@outside.test`;

let one;
let two;
let sink;
const once401 = (request, count) => (count === 1 ? { status: 401, body: {} } : { body: request });
const later = (_, count) => (count === 1 ? { status: 503, body: { busy: true } } : { body: { fine: true } });
before(async () => {
  one = await startServer(ports.one, {
    '/missing': () => ({ status: 404, body: { why: 'missing' } }),
    '/busy': () => ({ status: 503, headers: { 'retry-after': '60' }, body: { why: 'busy' } }),
    '/broken': () => ({ status: 500, body: { why: 'broken' } }),
    '/later': later,
    '/away': () => ({ status: 302, headers: { location: `${origin(ports.two)}/landed` } }),
    '/near': () => ({ status: 302, headers: { location: '/echo' } }),
    '/token': (_, count) => ({ body: { access_token: `access-token-number-${count}`, token_type: 'Bearer', expires_in: 3600 } }),
    '/token-bad': () => ({ status: 400, body: { error: 'invalid_client', error_description: 'CANARY-OF-THE-TOKEN-ENDPOINT' } }),
    '/once': once401,
    '/cut': () => ({ isCutOff: true }),
  });
  two = await startServer(ports.two);
  sink = await startMail();
});
after(() => { one?.close(); two?.close(); sink?.close(); });

describe('1 rules for every step', () => {
  test('steps 1.2 apply names every problem at once with its path, exits 2 and changes nothing', async () => {
    const step = (type, rest) => ({ name: `s${unique('n').slice(2)}`, type, ...rest });
    const found = await problems({
      workflows: [
        flow('fine', [{ name: 'a', type: 'set', values: { a: 1 } }]),
        flow('wrong', [
          step('http.request', { url: 'https://x.example.test/', accept: [] }),
          step('lead.search', { limit: 101 }),
          step('lead.search', { match: 'some' }),
          step('approve', { title: 'x', by: admin, on_timeout: 'panic' }),
          step('approve', { title: 'x', by: [] }),
          step('approve', { title: 'x', by: { role: 'No such role' } }),
          step('set', { values: { a: 1 }, on_error: 'ignore' }),
        ]),
      ],
    });
    assert.equal(found.code, 2, found.stderr);
    const at = (index, key) => found.at(`workflows[1].steps[${index}].${key}`);
    assert.deepEqual(at(0, 'accept'), ['must be a list of 1 to 20 statuses from 400 to 599'], found.stderr);
    assert.deepEqual(at(1, 'limit'), ['must be a whole number from 1 to 100'], found.stderr);
    assert.deepEqual(at(2, 'match'), ['must be all or any'], found.stderr);
    assert.deepEqual(at(3, 'on_timeout'), ['must be reject, approve or fail'], found.stderr);
    assert.deepEqual(at(4, 'by'), ['must be an email, a list of 1 to 20 emails, or { role: NAME }'], found.stderr);
    assert.deepEqual(at(5, 'by.role'), ['there is no role called No such role'], found.stderr);
    assert.deepEqual(at(6, 'on_error'), ['must be continue, or { steps: […] }'], found.stderr);
    assert.equal((await hark(['runs', '--workspace', acme.base_url, '--workflow', `fine ${tag}`, '--json'])).code === 0, false, 'nothing was provisioned');
  });
  test('steps 1.4 a secret is refused in the new steps, directly and through another step', async () => {
    const secret = '{{ secrets.canary }}';
    const found = await problems({
      secrets: { canary: 'canary-secret-0123456789' },
      workflows: [flow('leaks', [
        { name: 'copy', type: 'set', values: { copied: secret } },
        { name: 'a', type: 'lead.search', filters: [{ alias: 'email', operator: 'eq', value: secret }] },
        { name: 'b', type: 'mail.send', to: 'a@outside.test', subject: 'x', text: `x ${secret}` },
        { name: 'c', type: 'approve', title: '{{ __data.copied }}', by: admin },
        { name: 'd', type: 'workflow.call', workflow: 'x', data: { a: '{{ steps.copy.output.copied }}' } },
        { name: 'e', type: 'return', value: { deep: [secret] } },
      ])],
    });
    assert.equal(found.code, 2, found.stderr);
    for (const path of ['[1].filters[0].value', '[2].text', '[3].title', '[4].data.a', '[5].value.deep[0]'])
      assert.deepEqual(found.at(`workflows[0].steps${path}`), ['must not contain a secret'], `${path}\n${found.stderr}`);
  });
});

describe('2 http.request', () => {
  const made = once(() => provision([
    flow('plain', [http('call', `${origin()}/echo`, { method: 'POST', body: { a: 1 } }), reply({ out: '{{ steps.call.output }}' })]),
    flow('plain missing', [http('call', `${origin()}/missing?plain`, { retry: { max_attempts: 5 } })], receipt),
  ]));
  const accepting = once(() => provision([
    flow('accept', [http('call', `${origin()}{{ __data.path }}`, { accept: [404, 503], retry: { max_attempts: 5 } }), reply({ out: '{{ steps.call.output }}' })]),
  ]));
  test('steps 2 as before: a 2xx gives status, headers and body; the request has an Idempotency-Key', async () => {
    const { post } = await made();
    const res = await post('plain');
    assert.equal(res.status, 200, res.text);
    assert.deepEqual([res.json.out.status, res.json.out.body.method, res.json.out.body.body], [200, 'POST', '{"a":1}']);
    assert.match(res.json.out.body.headers['idempotency-key'] ?? '', /\S/);
  });
  test('steps 2.1 as before: a 404 that is not accepted fails the run at the first attempt', async () => {
    const run = await (await made()).go('plain missing');
    assert.equal(run.status, 'failed');
    assert.match(run.error, /404/);
    assert.equal(run.step('call').attempts.length, 1);
  });
  test('steps 2.1 an accepted 404 is a success with its body, and no attempt has an error', async () => {
    const run = await (await accepting()).go('accept', { path: '/missing' });
    done(run);
    assert.deepEqual([run.res.json.out.status, run.res.json.out.body], [404, { why: 'missing' }]);
    assert.deepEqual(run.step('call').attempts.map((a) => a.error), [undefined]);
  });
  test('steps 2.1 an accepted 503 is neither retried nor waited for; a status that is not listed is as before', async () => {
    const { post, go } = await accepting();
    const before = one.to('/busy').length;
    const res = await post('accept', { path: '/busy' });
    assert.deepEqual([res.status, res.json?.out?.status, one.to('/busy').length - before], [200, 503, 1], res.text);
    assert.equal((await go('accept', { path: '/once' })).status, 'failed', 'a 401 is not listed');
  });
  test('steps 2.1 accept takes 1 to 20 different whole numbers from 400 to 599', async () => {
    const lists = [[], [399], [600], [200], ['404'], [404, 404], [404.5], Array.from({ length: 21 }, (_, i) => 400 + i), '{{ [404] }}'];
    const right = [[400], [599], Array.from({ length: 20 }, (_, i) => 400 + i)];
    const found = await problems({ workflows: [flow('lists', [...lists, ...right].map((accept, i) => http(`s${i}`, 'https://x.example.test/', { accept })))] });
    for (const [i, list] of lists.entries()) assert.deepEqual(found.at(`workflows[0].steps[${i}].accept`), ['must be a list of 1 to 20 statuses from 400 to 599'], `${JSON.stringify(list)}\n${found.stderr}`);
    for (const [i] of right.entries()) assert.deepEqual(found.at(`workflows[0].steps[${lists.length + i}].accept`), [], found.stderr);
  });
});

describe('3 connections', () => {
  const token = 'bearer-token-of-the-contract';
  const names = { bearer: `bearer ${tag}`, basic: `basic ${tag}`, header: `header ${tag}`, none: `none ${tag}`, cc: `cc ${tag}`, bad: `bad ${tag}`, code: `code ${tag}` };
  const oauth = (name, over) => ({ name, origin: origin(), type: 'oauth2', grant: 'client_credentials', token_url: `${origin()}/token`, client_id: 'me', client_secret: 'client-secret-of-mine', scope: 'a b', ...over });
  const connections = [
    { name: names.bearer, origin: origin(), type: 'bearer', token },
    { name: names.basic, origin: origin(), type: 'basic', username: 'jürg', password: 'päss-word-1' },
    { name: names.header, origin: origin(), type: 'header', header: 'X-Partner-Key', value: 'header-value-of-mine' },
    { name: names.none, origin: origin(), type: 'none' },
    oauth(names.cc),
    oauth(names.bad, { token_url: `${origin()}/token-bad` }),
    oauth(names.code, { grant: 'authorization_code', authorize_url: `${origin()}/authorize` }),
  ];
  const caller = (name, connection, url = '{{ __data.url }}', rest = {}) =>
    flow(name, [http('call', url, { connection, ...rest }), reply({ out: '{{ steps.call.output }}' })]);
  const made = once(() => provision(
    [
      caller('with bearer', names.bearer),
      caller('with basic', names.basic, '/echo'),
      caller('with header', names.header, '/echo'),
      caller('with none', names.none, '/echo'),
      caller('with cc', names.cc),
      caller('with bad', names.bad, '/echo', { retry: { max_attempts: 5 } }),
      caller('with code', names.code, '/echo', { retry: { max_attempts: 5 } }),
    ],
    { connections },
  ));
  const headersOf = (res) => { assert.equal(res.status, 200, res.text); return res.json.out.body.headers; };
  test('steps 2.2.1 a bearer token is sent, a path is resolved, and nobody can read it: not in the run, not in a later step', async () => {
    const { go } = await made();
    const before = one.to('/echo').length;
    const run = await go('with bearer', { url: '/echo?x=1' });
    done(run);
    const [request] = one.to('/echo').slice(before);
    assert.equal(request.headers.authorization, `Bearer ${token}`);
    assert.equal(request.query.x, '1');
    assert.ok(!run.res.text.includes(token), 'the server echoed it, and a later step could read it');
    assert.match(headersOf(run.res).authorization, /^(Bearer )?\[secret\]$/);
    assert.ok(!JSON.stringify(run).includes(token), 'in the run');
    assert.equal(run.step('call').input.connection, names.bearer);
  });
  test('steps 3.1 basic is base64 of UTF-8, header sends its header, none sends nothing', async () => {
    const { post } = await made();
    const authorization = () => one.to('/echo').at(-1).headers;
    await post('with basic');
    assert.equal(authorization().authorization, `Basic ${Buffer.from('jürg:päss-word-1').toString('base64')}`);
    await post('with header');
    assert.deepEqual([authorization()['x-partner-key'], authorization().authorization], ['header-value-of-mine', undefined]);
    await post('with none');
    assert.equal(authorization().authorization, undefined);
  });
  test('steps 2.2.2 another origin, in any spelling, fails as blocked before anything is sent', async () => {
    const { go } = await made();
    const before = [one.requests.length, two.requests.length];
    const host = `127.0.0.1:${ports.two}`;
    const urls = [`http://${host}/x`, `//${host}/x`, `/\\${host}/x`, `\\\\${host}/x`, `${origin()}@${host}/x`, `${origin()}.evil.test/x`, `https://127.0.0.1:${ports.one}/x`, `http://localhost:${ports.one}/x`];
    await Promise.all(urls.map(async (url) => {
      const run = await go('with bearer', { url });
      assert.equal(run.status, 'failed', url);
      assert.ok(run.error.includes(`The connection "${names.bearer}" can only be used for ${origin()}.`), `${url}: ${run.error}`);
    }));
    assert.deepEqual([one.requests.length, two.requests.length], before, 'nothing was sent');
  });
  test('steps 2.2.3 a redirect keeps the credential within the origin and never takes it to another one', async () => {
    const { go } = await made();
    done(await go('with bearer', { url: '/near' }));
    assert.equal(one.to('/echo').at(-1).headers.authorization, `Bearer ${token}`);
    await go('with bearer', { url: '/away' });
    for (const request of two.to('/landed')) assert.ok(!JSON.stringify(request.headers).includes(token));
  });
  test('steps 2.2.4 what the connection decides cannot be overruled in the step', async () => {
    await made();
    const step = (i, rest) => http(`s${i}`, '/echo', { connection: names.bearer, ...rest });
    const found = await problems({
      workflows: [flow('overrule', [
        step(0, { headers: { aUTHORIZATION: 'x' } }),
        step(1, { connection: 'no such connection' }),
        step(2, { connection: '{{ __data.c }}' }),
        step(3, { url: `http://127.0.0.1:${ports.two}/` }),
        step(4, { connection: names.header, headers: { 'x-partner-key': 'x' } }),
      ])],
    });
    assert.equal(found.code, 2, found.stderr);
    const at = (path) => found.at(`workflows[0].steps${path}`);
    assert.deepEqual(at('[0].headers.aUTHORIZATION'), [`is set by the connection ${names.bearer}`], found.stderr);
    assert.deepEqual(at('[1].connection'), ['there is no connection called no such connection'], found.stderr);
    assert.deepEqual(at('[2].connection'), ['must be the name of a connection, not a template'], found.stderr);
    assert.deepEqual(at('[3].url'), [`the connection ${names.bearer} can only be used for ${origin()}`], found.stderr);
    assert.deepEqual(at('[4].headers.x-partner-key'), [`is set by the connection ${names.header}`], found.stderr);
  });
  test('steps 3.2 an origin is scheme, host and port; http only for hosts the operator allows', async () => {
    const wrong = ['http://api.example.test', 'https://api.example.test/', 'https://api.example.test/v1', 'https://u:p@api.example.test', 'ftp://api.example.test', 'api.example.test', 'https://', ''];
    const found = await problems({ connections: wrong.map((o, i) => ({ name: `wrong ${i} ${tag}`, origin: o, type: 'bearer', token: 'x' })) });
    assert.equal(found.code, 2, found.stderr);
    for (const [i, o] of wrong.entries()) assert.deepEqual(found.at(`connections[${i}].origin`), ['must be https://host or https://host:port, without a path'], `${o}\n${found.stderr}`);
  });
  test('steps 3.1 each type has its own keys', async () => {
    const c = (i, rest) => ({ name: `keys ${i} ${tag}`, origin: 'https://api.example.test', ...rest });
    const found = await problems({ connections: [c(0, { type: 'bearer' }), c(1, { type: 'basic', username: 'u', password: 'p', token: 't' }), c(2, { type: 'header', header: 'X-A' }), c(3, { type: 'oauth2', grant: 'client_credentials', client_id: 'x', client_secret: 'y' })] });
    assert.equal(found.code, 2, found.stderr);
    assert.deepEqual(found.at('connections[0].token'), ['is required'], found.stderr);
    assert.deepEqual(found.at('connections[1].token'), ['is not used by type basic'], found.stderr);
    assert.deepEqual(found.at('connections[2].value'), ['is required'], found.stderr);
    assert.deepEqual(found.at('connections[3].token_url'), ['is required'], found.stderr);
  });
  test('steps 3.3 secrets are write-only: apply never prints them, and leaving one out keeps it', async () => {
    const { post, result } = await made();
    assert.deepEqual(Object.keys(byName(result.connections, names.bearer)).sort(), ['id', 'name', 'origin', 'type']);
    for (const secret of [token, 'päss-word-1', 'header-value-of-mine', 'client-secret-of-mine']) assert.ok(!JSON.stringify(result).includes(secret));
    await apply({ connections: [{ name: names.bearer, type: 'bearer', origin: origin() }] });
    await post('with bearer', { url: '/echo' });
    assert.equal(one.to('/echo').at(-1).headers.authorization, `Bearer ${token}`);
  });
  test('steps 3.3.3 a connection that points elsewhere needs its secret again', async () => {
    await made();
    const name = `moves ${tag}`;
    await apply({ connections: [oauth(name)] });
    const again = ['must be given again, because the connection points elsewhere'];
    for (const change of [{ origin: origin(ports.two) }, { token_url: `${origin(ports.two)}/token` }]) {
      const found = await problems({ connections: [{ name, ...change }] });
      assert.deepEqual([found.code, found.at('connections[0].client_secret')], [2, again], found.stderr);
    }
    const { connections: moved } = await apply({ connections: [{ name, origin: origin(ports.two), client_secret: 'another-secret' }] });
    assert.equal(byName(moved, name).origin, origin(ports.two));
  });
  test('steps 3.4 client credentials: one token for many calls, a new one after a 401, the call repeated once with the same key', async () => {
    const { post, go } = await made();
    const tokens = () => one.to('/token').length;
    const before = tokens();
    for (let i = 0; i < 3; i++) assert.equal((await post('with cc', { url: '/echo' })).status, 200);
    assert.equal(tokens() - before, 1, 'the token is kept');
    const asked = one.to('/token').at(-1);
    assert.equal(asked.headers.authorization, `Basic ${Buffer.from('me:client-secret-of-mine').toString('base64')}`);
    assert.deepEqual(Object.fromEntries(new URLSearchParams(asked.body)), { grant_type: 'client_credentials', scope: 'a b' });
    const path = `/once-${tag}`;
    one.answers[path] = once401;
    const run = await go('with cc', { url: path });
    done(run);
    const [first, second, ...more] = one.to(path);
    assert.deepEqual([more.length, first.headers['idempotency-key']], [0, second?.headers['idempotency-key']]);
    assert.notEqual(first.headers.authorization, second.headers.authorization);
    assert.equal(run.step('call').attempts.length, 1);
  });
  test('steps 3.4.3 a token endpoint that refuses fails the step at once, and its body is kept nowhere', async () => {
    const run = await (await made()).go('with bad');
    assert.equal(run.status, 'failed');
    assert.equal(run.step('call').attempts.length, 1);
    assert.ok(!JSON.stringify(run).includes('CANARY-OF-THE-TOKEN-ENDPOINT'));
  });
  test('steps 3.4.4 an authorization-code connection that nobody connected says so, and is not retried', async () => {
    const run = await (await made()).go('with code');
    assert.ok(run.error?.includes(`The connection "${names.code}" is not connected. Ask an administrator to connect it.`), run.error);
    assert.equal(run.step('call').attempts.length, 1);
  });
  test('steps 3.5 a connection in use cannot be deleted; one that is not used can', async () => {
    await made();
    const { code, stderr } = await hark(['apply', '-f', workspaceFile({ connections: [{ name: names.basic, state: 'absent' }] }), '--json']);
    assert.equal(code, 1, stderr);
    assert.ok(stderr.includes(`The connection "${names.basic}" is used by the workflow "with basic ${tag}". Remove it there first.`), stderr);
    await apply({ connections: [{ name: `unused ${tag}`, origin: origin(), type: 'none' }] });
    await apply({ connections: [{ name: `unused ${tag}`, state: 'absent' }] });
  });
});

describe('4 lead.search', () => {
  const company = unique('Company');
  const search = (name, step, rest) => flow(name, [{ name: 'found', type: 'lead.search', ...step }, reply({ out: '{{ steps.found.output }}' })], rest);
  const inCompany = { alias: 'company', operator: 'eq', value: company };
  const made = once(async () => {
    for (let i = 0; i < 5; i++) await newLead(asAdmin, { company, score: i });
    await newLead(withKey(user('own@acme.test')), { company, score: 99 });
    return provision([
      search('search', { filters: [{ alias: 'company', operator: 'eq', value: '{{ __data.company }}' }], order_by: '-score', limit: '{{ __data.limit ?? 2 }}' }),
      search('search any', { filters: [{ alias: 'company', operator: 'eq', value: company }, { alias: 'email', operator: 'eq', value: 'bulk-1@bulk.test' }], match: 'any' }),
      search('search own', { filters: [inCompany] }, { owner: 'own@acme.test' }),
      search('search fields', { filters: [inCompany], fields: ['email'], limit: 1 }),
      search('search empty', { filters: [{ alias: 'mobile', operator: 'is_empty' }, inCompany] }),
      search('search wrong', { filters: [{ alias: '{{ __data.alias }}', operator: 'eq', value: 'x' }] }),
      flow('search own writes', [
        { name: 'save', type: 'lead.create', fields: { email: '{{ __data.email }}' } },
        { name: 'found', type: 'lead.search', filters: [{ alias: 'email', operator: 'eq', value: '{{ __data.email }}' }] },
        reply({ out: '{{ steps.found.output }}' }),
      ]),
      flow('search loop', [
        { name: 'found', type: 'lead.search', filters: [inCompany], order_by: 'score' },
        { name: 'each', type: 'for_each', items: '{{ steps.found.output.leads }}', as: 'lead', steps: [{ name: 'sum', type: 'set', values: { sum: '{{ (__data.sum ?? 0) + lead.score }}' } }] },
        reply({ sum: '{{ __data.sum }}' }),
      ]),
    ]);
  });
  const out = (res) => { assert.equal(res.status, 200, res.text); return res.json.out; };
  test('steps 4 finds, orders and limits; total is the number of all matches, and a number', async () => {
    const found = out(await (await made()).post('search', { company }));
    assert.deepEqual([found.total, found.leads.map((l) => l.score)], [6, [99, 4]]);
    assert.equal(found.leads[0].owner.name, 'Olga Own', 'leads are as REST returns them');
  });
  test('steps 4 match any, is_empty, and the list is ready for for_each', async () => {
    const { post } = await made();
    assert.equal(out(await post('search any')).total, 7);
    assert.equal(out(await post('search empty')).total, 6);
    assert.deepEqual((await post('search loop')).json, { sum: 109 });
  });
  test('steps 4.2 an empty value fails the run: it never means any lead', async () => {
    const { go } = await made();
    await Promise.all([{}, { company: '' }, { company: null }].map(async (data) => {
      const run = await go('search', data);
      assert.deepEqual([run.status, run.res.status], ['failed', 500], JSON.stringify(data));
    }));
  });
  test('steps 4.3 it sees what the owner sees, in total too', async () => {
    const found = out(await (await made()).post('search own'));
    assert.deepEqual([found.total, found.leads.map((l) => l.score)], [1, [99]]);
  });
  test('steps 4.4 it sees what earlier steps of the run wrote', async () => {
    const email = mail();
    const found = out(await (await made()).post('search own writes', { email }));
    assert.deepEqual([found.total, found.leads[0]?.email], [1, email]);
  });
  test('steps 4 fields returns these and id alone', async () => {
    const { leads } = out(await (await made()).post('search fields'));
    assert.deepEqual(Object.keys(leads[0]).sort(), ['email', 'id']);
  });
  test('steps 4.1 a wrong field fails with the message of REST', async () => {
    const run = await (await made()).go('search wrong', { alias: 'no_such_field' });
    const rest = await asAdmin('POST', '/api/leads/search', { filters: [{ alias: 'no_such_field', operator: 'eq', value: 'x' }] });
    assert.equal(run.error, `found: ${rest.json.error.message}`);
  });
  test('steps 4.5 a limit from a template is checked when it runs: 1 and 100 pass, 0 and 101 fail', async () => {
    const { post, go } = await made();
    assert.equal(out(await post('search', { company, limit: 1 })).leads.length, 1);
    assert.equal(out(await post('search', { company, limit: 100 })).leads.length, 6);
    await Promise.all([0, 101, -1, 'many'].map(async (limit) => assert.match((await go('search', { company, limit })).error ?? '', /limit: must be a whole number from 1 to 100/, String(limit))));
  });
});

describe('5 mail.send', () => {
  const send5 = (name, step, rest) => flow(name, [{ name: 'send', type: 'mail.send', subject: 'Hello {{ __data.name }}', text: 'Hi', ...step }, reply({ out: '{{ steps.send.output }}' })], rest);
  const made = once(() => provision([
    send5('mail', { to: '{{ __data.to }}', cc: '{{ __data.cc }}', reply_to: '{{ __data.reply_to }}', text: '{{ __data.text }}' }),
    send5('mail simple', { to: '{{ __data.to }}' }),
    send5('mail once', { to: '{{ __data.to }}', retry: { max_attempts: 1 } }),
  ]));
  test('steps 5 as before: notify mails an active user', async () => {
    const { go } = await provision([flow('notify', [{ name: 'tell', type: 'notify', user: admin, subject: `Grüße ${tag}`, text: 'Hello' }], receipt)]);
    done(await go('notify'));
    const got = sink.to(admin).filter((m) => m.headers.subject === `Grüße ${tag}`);
    assert.deepEqual(got.map((m) => m.parts['text/plain'].trim()), ['Hello']);
  });
  test('steps 5 one mail to all, as text and HTML, with the Message-ID that the step returns', async () => {
    const [to, second, cc, answers] = [mail('to'), mail('second'), mail('cc'), mail('answers')];
    const run = await (await made()).go('mail', { to: [to, second], cc, reply_to: answers, name: 'Ann', text: '**Bold** and [a link](https://x.example.test/)' });
    done(run);
    const [got, ...more] = sink.to(to);
    assert.equal(more.length, 0);
    assert.deepEqual([...got.to].sort(), [to, second, cc].sort());
    assert.deepEqual([got.headers.subject, got.headers['reply-to'], got.headers['auto-submitted']], ['Hello Ann', answers, 'auto-generated']);
    assert.match(got.headers.from, new RegExp(`Acme.*<${process.env.SMTP_FROM ?? ''}`));
    assert.match(got.type, /^multipart\/alternative/);
    assert.equal(got.parts['text/plain'].trim(), '**Bold** and [a link](https://x.example.test/)');
    assert.match(got.parts['text/html'], /<strong>Bold<\/strong>/);
    assert.match(got.parts['text/html'], /<a [^>]*href="https:\/\/x\.example\.test\/"/);
    assert.deepEqual(run.res.json.out, { message_id: got.headers['message-id'], rejected: [] });
  });
  test('steps 5.3 no HTML, script link or image of the text reaches the HTML', async () => {
    const to = mail();
    done(await (await made()).go('mail', { to, text: '<img src=x onerror=alert(1)><script>x</script>\n\n[a](javascript:alert(1)) ![the picture](https://x.example.test/p.png)' }));
    const html = sink.to(to)[0].parts['text/html'];
    assert.doesNotMatch(html, /<script|<img|href="javascript/i);
    assert.match(html, /the picture/);
    assert.match(html, /&lt;script/);
  });
  test('steps 5.1 a caller cannot add recipients or headers: each such address fails the run, and nothing is sent', async () => {
    const { go } = await made();
    const good = mail('good');
    // Hark itself emails the owner that the workflow fails.
    const sent = () => sink.messages.filter((m) => !m.to.includes(admin)).length;
    const before = sent();
    const wrong = [`${good}, ${mail()}`, `${good}\r\nBcc: ${mail()}`, `Ann <${good}>`, `<${good}>`, `${good};${mail()}`, '', null, [], [good, 'nobody'], Array.from({ length: 51 }, () => mail())];
    await Promise.all(wrong.map(async (to) => {
      const run = await go('mail simple', { to });
      assert.equal(run.status, 'failed', JSON.stringify(to));
      assert.match(run.error, /^send: to/, run.error);
    }));
    assert.equal(sent(), before);
  });
  test('steps 5.2 line breaks in a subject become spaces, 200 characters are kept; a repeated address gets one mail', async () => {
    const to = mail();
    done(await (await made()).go('mail simple', { to: [to, to.toUpperCase()], name: `a\r\nBcc: victim@outside.test\r\n${'x'.repeat(300)}` }));
    const [got, ...more] = sink.messages.filter((m) => m.to.some((a) => a.toLowerCase() === to));
    assert.deepEqual([more.length, got.to.length, got.headers.bcc, got.headers.subject.length], [0, 1, undefined, 200]);
    assert.match(got.headers.subject, /^Hello a Bcc: victim@outside\.test x/);
  });
  test('steps 5.4 refused for good: no retry; one of several refused: sent, and named', async () => {
    const { go } = await made();
    const [bad, good] = [mail('reject'), mail('good')];
    const run = await go('mail simple', { to: bad });
    assert.deepEqual([run.status, run.step('send').attempts.length], ['failed', 1]);
    const both = await go('mail simple', { to: [bad, good] });
    done(both);
    assert.deepEqual(both.res.json.out.rejected, [bad]);
    assert.equal(sink.to(good).length, 1);
  });
  test('steps 5.4 a busy server is tried again, with the same Message-ID in the output', async () => {
    const to = mail('later');
    const run = await (await made()).go('mail simple', { to });
    done(run);
    assert.deepEqual([run.step('send').attempts.length, sink.to(to).length], [2, 1]);
    assert.equal(run.res.json.out.message_id, sink.to(to)[0].headers['message-id']);
  });
  test('steps 5.5 the daily limit counts recipients, and refuses before anything is sent', async () => {
    const at = await provision([send5('mail limited', { to: '{{ __data.to }}' }, { owner: 'admin@globex.test' })], { settings: { mail_limit_per_day: 3 } }, globex);
    try {
      done(await at.go('mail limited', { to: [mail(), mail()] }));
      const [a, b] = [mail(), mail()];
      const run = await at.go('mail limited', { to: [a, b] });
      assert.match(run.error ?? '', /The daily limit of 3 mail recipients is reached\. It resets at 00:00 UTC\./);
      assert.equal(sink.to(a).length + sink.to(b).length, 0);
      done(await at.go('mail limited', { to: mail() }));
    } finally {
      await apply({ settings: { mail_limit_per_day: 1000 } }, globex);
    }
  });
});

describe('6 approve', () => {
  const roles = { deciders: `Deciders ${tag}`, viewers: `Viewers ${tag}` };
  const people = once(async () => {
    await apply({ roles: [{ name: roles.deciders, permissions: { 'api.access_rest': true } }, { name: roles.viewers, permissions: { 'api.access_rest': true, 'workflows.view': 'all' } }] });
    const [ann, bob, vera] = [await newUser(roles.deciders), await newUser('Sales'), await newUser(roles.viewers)];
    return { ann, bob, vera, asAnn: withKey(ann), asBob: withKey(bob), asVera: withKey(vera) };
  });
  const approve = (name, step) => flow(name, [
    { name: 'ask', type: 'approve', title: 'Give {{ __data.name }} a discount?', text: 'It is *much*.', ...step },
    { name: 'after', type: 'set', values: { answer: '{{ steps.ask.output }}' } },
  ], receipt);
  const made = once(async () => {
    const { ann, bob } = await people();
    return provision([
      approve('ask ann', { by: ann.email }),
      approve('ask both', { by: [ann.email, bob.email] }),
      approve('ask role', { by: { role: roles.deciders } }),
      approve('ask unknown', { by: '{{ __data.by }}' }),
      ...['reject', 'approve', 'fail'].map((on_timeout) => approve(`ask ${on_timeout}`, { by: ann.email, timeout: '1 second', on_timeout })),
    ]);
  });
  /** Starts a run and waits for its approval: the run's id and the approval as an administrator sees it. */
  async function ask(name, data = { name: 'Lea' }) {
    const { post } = await made();
    const run = (await post(name, data)).headers['x-run-id'];
    const approval = await eventually(async () => {
      const res = await asAdmin('GET', '/api/approvals?status=all&limit=100');
      assert.equal(res.status, 200, res.text);
      return res.json.approvals.find((a) => a.run_id === run);
    });
    return { run, ...approval };
  }
  const decide = (as, { id }, what = 'approve', body) => as('POST', `/api/approvals/${id}/${what}`, body);
  const answerOf = async (run) => { const r = await ended(run); done(r); return r.step('after').output.answer; };
  test('steps 6 the run waits; approving resumes it with who and why', async () => {
    const { ann, asAnn } = await people();
    const asked = await ask('ask ann');
    assert.deepEqual(Object.keys(asked).sort(), ['by', 'can_decide', 'comment', 'created_at', 'decided_at', 'decided_by', 'expires_at', 'id', 'on_timeout', 'run', 'run_id', 'status', 'step', 'text', 'title', 'workflow']);
    assert.deepEqual([asked.status, asked.title, asked.step, asked.by, asked.decided_by], ['pending', 'Give Lea a discount?', 'ask', { users: [{ id: ann.id, name: ann.name }] }, null]);
    assert.equal(Date.parse(asked.expires_at) - Date.parse(asked.created_at), 7 * 86_400_000);
    const waiting = await show(asked.run);
    assert.deepEqual([waiting.status, waiting.step('ask').status, waiting.step('ask').approval], ['waiting', 'waiting', asked.id]);
    const res = await decide(asAnn, asked, 'approve', { comment: 'Fine' });
    assert.deepEqual([res.status, res.json.approval.status, res.json.approval.decided_by], [200, 'approved', { id: ann.id, name: ann.name }], res.text);
    assert.deepEqual(await answerOf(asked.run), { approved: true, by: { id: ann.id, name: ann.name }, comment: 'Fine' });
  });
  test('steps 6.1.2 a rejection is no failure', async () => {
    const { ann, asAnn } = await people();
    const asked = await ask('ask ann');
    assert.equal((await decide(asAnn, asked, 'reject')).status, 200);
    assert.deepEqual(await answerOf(asked.run), { approved: false, by: { id: ann.id, name: ann.name }, comment: null });
  });
  test('steps 6.2 named people need no other permission; viewers see and cannot decide; others find nothing; administrators can', async () => {
    const { asAnn, asBob, asVera } = await people();
    const asked = await ask('ask ann');
    const read = (as) => as('GET', `/api/approvals/${asked.id}`);
    assert.deepEqual([(await read(asAnn)).json.approval.can_decide, (await read(asVera)).json.approval.can_decide], [true, false]);
    notFound(await read(asBob));
    notFound(await decide(asBob, asked));
    nested(await decide(asVera, asked), 403, 'You cannot decide this approval.');
    assert.equal((await asBob('GET', '/api/approvals?status=all')).json.total, '0');
    const other = await send('GET', `${globex.base_url}/api/approvals/${asked.id}`, { headers: { apikey: user('admin@globex.test', globex).api_key } });
    notFound(other);
    assert.equal((await decide(asAdmin, asked)).status, 200);
  });
  test('steps 6.2 a role counts at the moment of the decision', async () => {
    const late = await newUser('Sales');
    const asked = await ask('ask role');
    notFound(await decide(withKey(late), asked));
    await apply({ users: [{ email: late.email, role: roles.deciders }] });
    assert.equal((await decide(withKey(late), asked)).status, 200);
    assert.deepEqual((await answerOf(asked.run)).by, { id: late.id, name: late.name });
  });
  test('steps 6.3.2 the same decision again is the same answer with the first comment; any other is 409', async () => {
    const { ann, asAnn, asBob } = await people();
    const asked = await ask('ask both');
    await decide(asAnn, asked, 'approve', { comment: 'first' });
    const again = await decide(asAnn, asked, 'approve', { comment: 'second' });
    assert.deepEqual([again.status, again.json.approval.comment], [200, 'first'], again.text);
    const text = `This approval was approved by ${ann.name}.`;
    for (const res of [await decide(asAnn, asked, 'reject'), await decide(asBob, asked, 'approve'), await decide(asBob, asked, 'reject')]) {
      nested(res, 409, text);
      assert.equal(res.headers['hark-error'], 'already_decided');
    }
  });
  test('steps 6.3.2 of decisions at the same moment exactly one wins', async () => {
    const { asAnn, asBob } = await people();
    const asked = await ask('ask both');
    const answers = await Promise.all([decide(asAnn, asked, 'approve'), decide(asBob, asked, 'reject'), decide(asAdmin, asked, 'approve'), decide(asBob, asked, 'approve')]);
    assert.deepEqual(answers.map((r) => r.status).sort(), [200, 409, 409, 409]);
    const { approved } = await answerOf(asked.run);
    assert.equal(approved, answers.find((r) => r.status === 200).json.approval.status === 'approved');
  });
  test('steps 6.1.5 after the timeout: rejected, approved or failed, by nobody; a late decision is 409', async () => {
    const [no, yes, fail] = [await ask('ask reject'), await ask('ask approve'), await ask('ask fail')];
    assert.deepEqual(await answerOf(no.run), { approved: false, by: null, comment: null });
    assert.deepEqual(await answerOf(yes.run), { approved: true, by: null, comment: null });
    assert.equal((await ended(fail.run)).error, 'ask: Nobody decided in time.');
    for (const asked of [no, yes, fail]) {
      nested(await decide(asAdmin, asked), 409, 'This approval timed out.');
      assert.equal((await asAdmin('GET', `/api/approvals/${asked.id}`)).json.approval.status, 'timed_out');
    }
  });
  test('steps 6.1.6 cancelling the run cancels the approval', async () => {
    const asked = await ask('ask ann');
    assert.equal((await hark(['run', 'cancel', asked.run, '--workspace', acme.base_url])).code, 0);
    nested(await decide(asAdmin, asked), 409, 'This approval was cancelled.');
    assert.equal((await show(asked.run)).status, 'cancelled');
  });
  test('steps 6.1.4 people get a mail whose link asks for sign-in and decides nothing', async () => {
    const { ann } = await people();
    const asked = await ask('ask ann');
    const link = `${acme.base_url}/approvals/${asked.id}`;
    const got = await eventually(() => sink.to(ann.email).find((m) => new RegExp(`${link}(?!\\d)`).test(m.parts['text/plain'])));
    assert.match(got.headers.subject, /Give Lea a discount\?/);
    for (const method of ['GET', 'HEAD', 'POST']) await send(method, link, { headers: { Accept: 'text/html' } });
    assert.equal((await asAdmin('GET', `/api/approvals/${asked.id}`)).json.approval.status, 'pending');
    await decide(asAdmin, asked);
  });
  test('steps 6.1.3 somebody who does not exist fails the run', async () => {
    const { go } = await made();
    const off = await newUser('Sales');
    await apply({ users: [{ email: off.email, active: false }] });
    await Promise.all(['nobody@acme.test', [], ['nobody@acme.test', admin], off.email, null].map(async (by) => assert.equal((await go('ask unknown', { by, name: 'x' })).status, 'failed', JSON.stringify(by))));
  });
  test('steps 6.3.3 a comment has at most 1,000 characters; other keys are refused; the list has a text total', async () => {
    const { asAnn } = await people();
    const asked = await ask('ask ann');
    nested(await decide(asAnn, asked, 'approve', { comment: 'x'.repeat(1001) }), 400, /comment/);
    nested(await decide(asAnn, asked, 'approve', { coment: 'x' }), 400, /coment/);
    const list = await asAnn('GET', '/api/approvals');
    assert.deepEqual(Object.keys(list.json), ['total', 'approvals']);
    assert.match(list.json.total, /^[1-9]\d*$/);
    assert.ok(list.json.approvals.every((a) => a.status === 'pending'));
    assert.equal((await decide(asAnn, asked, 'approve', { comment: 'x'.repeat(1000) })).status, 200);
    nested(await asAnn('DELETE', '/api/approvals'), 405, 'No route found for DELETE /api/approvals: Method Not Allowed (Allow: GET, HEAD)');
  });
});

describe('7 workflow.call and return', () => {
  const call = (name, workflow, rest = {}) => ({ name, type: 'workflow.call', workflow: `${workflow} ${tag}`, ...rest });
  const back = (value, name = 'back') => ({ name, type: 'return', value });
  const made = once(() => provision([
    flow('child', [back({ got: '{{ __data.n }}', list: [1, 'two'] }), http('never', `${origin()}/never`)], { owner: 'sales@acme.test' }),
    flow('child silent', [{ name: 'a', type: 'set', values: { a: 1 } }]),
    flow('child fails', [{ name: 'no', type: 'stop', as: 'failed', message: 'Out of stock' }]),
    flow('child slow', [{ name: 'pause', type: 'wait', for: '60 seconds' }]),
    flow('child responds', [reply({ from: 'child' })]),
    flow('child off', [back(1)], { enabled: false }),
    flow('child writes', [{ name: 'save', type: 'lead.create', fields: { email: '{{ __data.email }}' } }, back('{{ steps.save.output.id }}')], { owner: 'sales@acme.test' }),
    flow('call', [call('child', 'child', { data: { n: '{{ __data.n }}' } }), reply({ out: '{{ steps.child.output }}' })]),
    flow('call silent', [call('child', 'child silent'), reply({ out: '{{ steps.child.output }}' })]),
    flow('call fails', [call('child', 'child fails')], receipt),
    flow('call off', [call('child', 'child off')], receipt),
    flow('call unknown', [call('child', 'nobody')], receipt),
    flow('call forbidden', [call('child', 'child')], { ...receipt, owner: 'own@acme.test' }),
    flow('call slow', [call('child', 'child slow', { timeout: '{{ __data.timeout }}' })], receipt),
    flow('call responds', [call('child', 'child responds'), reply({ from: 'caller' })]),
    flow('call writes', [call('child', 'child writes', { data: { email: '{{ __data.email }}' } }), reply({ out: '{{ steps.child.output }}' })]),
    flow('call itself', [call('again', 'call itself')], receipt),
  ]));
  const returning = once(() => provision([
    flow('return', [
      { name: 'loop', type: 'for_each', items: [1, 2, 3], steps: [
        { name: 'two', type: 'branch', if: '{{ item == 2 }}', then: [back({ at: '{{ item }}' })] },
        { name: 'count', type: 'set', values: { n: '{{ item }}' } },
      ] },
      reply({ never: true }),
    ]),
  ]));
  const calledRun = (run) => { const id = run.step('child')?.calledRun; assert.ok(id, 'the step does not name the run that it called (calledRun)'); return id; };
  test('steps 7 a call returns the value with its types, or null; nothing after return runs', async () => {
    const { post } = await made();
    const res = await post('call', { n: 7 });
    assert.deepEqual([res.status, res.json], [200, { out: { got: 7, list: [1, 'two'] } }], res.text);
    assert.deepEqual((await post('call silent')).json, { out: null });
    assert.equal(one.to('/never').length, 0);
  });
  test('steps 7.1.1 one run is started, as its own owner, and both name each other', async () => {
    const { go } = await made();
    const email = mail();
    const run = await go('call writes', { email });
    done(run);
    const child = await show(calledRun(run));
    assert.deepEqual([child.calledBy, child.status, child.result], [run.id, 'succeeded', run.res.json.out]);
    const { history } = (await asAdmin('GET', `/api/leads/${run.res.json.out}/history`)).json;
    assert.deepEqual([history.length, history[0].user.name], [1, 'Sam Sales']);
  });
  test('steps 7.1.3 a called run that fails fails the step, with its id and error', async () => {
    const run = await (await made()).go('call fails');
    const id = calledRun(run);
    assert.equal(run.error, `child: The run ${id} of "child fails ${tag}" failed: ${(await show(id)).error}`);
  });
  test('steps 7.1.2 unknown and forbidden look the same; switched off says so', async () => {
    const { go } = await made();
    assert.equal((await go('call unknown')).error, `child: There is no workflow "nobody ${tag}" in this workspace.`);
    assert.equal((await go('call forbidden')).error, `child: There is no workflow "child ${tag}" in this workspace.`);
    assert.equal((await go('call off')).error, `child: The workflow "child off ${tag}" is switched off.`);
  });
  test('steps 7.1.4 a timeout fails the step and cancels the called run', async () => {
    const run = await (await made()).go('call slow', { timeout: '1 second' });
    const id = calledRun(run);
    assert.equal(run.error, `child: The run ${id} of "child slow ${tag}" did not end in time.`);
    assert.equal((await ended(id)).status, 'cancelled');
  });
  test('steps 7.1.4 cancelling the calling run cancels the called one', async () => {
    const { post } = await made();
    const id = (await post('call slow', { timeout: '1 hour' })).headers['x-run-id'];
    const child = await eventually(async () => (await show(id)).step('child')?.calledRun);
    assert.equal((await show(id)).status, 'waiting');
    assert.equal((await hark(['run', 'cancel', id, '--workspace', acme.base_url])).code, 0);
    assert.equal((await ended(child)).status, 'cancelled');
  });
  test('steps 7.1.6 respond in the called run answers nobody', async () => {
    assert.deepEqual((await (await made()).post('call responds')).json, { from: 'caller' });
  });
  test('steps 7.1.5 a workflow that calls itself ends at depth 10', async () => {
    const run = await (await made()).go('call itself');
    assert.equal(run.status, 'failed');
    assert.equal((await listRuns('call itself')).total, 11);
  });
  test('steps 7.2 return inside a loop ends the whole run as succeeded; the caller gets the receipt, not the value', async () => {
    const run = await (await returning()).go('return');
    done(run);
    assert.deepEqual([run.res.status, run.res.json], [200, { ok: true, run_id: run.id }]);
    assert.deepEqual(run.result, { at: 2 });
    assert.deepEqual(run.steps.filter((s) => s.name === 'count').map((s) => s.path), ['count#0']);
  });
});

describe('8 on_error', () => {
  const read = { message: '{{ error.message }}', step: '{{ error.step }}', code: '{{ error.code }}' };
  const note = (name = 'note') => ({ name, type: 'set', values: { [name]: read } });
  const broken = (name, rest = {}) => http(name, `${origin()}/broken`, rest);
  const invalidLead = (name, rest = {}) => ({ name, type: 'lead.create', fields: { email: 'no address' }, ...rest });
  const made = once(() => provision([
    flow('continue', [broken('call', { on_error: 'continue' }), invalidLead('save', { on_error: 'continue' }), reply({ call: '{{ steps.call.output }}', save: '{{ steps.save.output }}' })]),
    flow('handler', [broken('call', { on_error: { steps: [note()] } }), reply({ note: '{{ __data.note }}' })]),
    flow('codes', [
      invalidLead('a', { on_error: { steps: [note('na')] } }),
      { name: 'b', type: 'workflow.start', workflow: `nobody ${tag}`, on_error: { steps: [note('nb')] } },
      http('c', 'http://10.0.0.1/', { on_error: { steps: [note('nc')] } }),
      http('d', `${origin()}/cut`, { on_error: { steps: [note('nd')] } }),
      { name: 'e', type: 'set', values: { x: '{{ 1 / 0 }}' }, on_error: { steps: [note('ne')] } },
      reply({ a: '{{ __data.na.code }}', b: '{{ __data.nb.code }}', c: '{{ __data.nc.code }}', d: '{{ __data.nd.code }}', e: '{{ __data.ne.code }}' }),
    ]),
    flow('outer', [
      { name: 'around', type: 'branch', if: '{{ true }}', then: [invalidLead('inner'), { name: 'skipped', type: 'set', values: { skipped: true } }], on_error: { steps: [note()] } },
      { name: 'both', type: 'branch', if: '{{ true }}', then: [invalidLead('second', { on_error: 'continue' }), { name: 'reached', type: 'set', values: { reached: true } }], on_error: { steps: [{ name: 'wrong', type: 'set', values: { wrong: true } }] } },
      reply({ note: '{{ __data.note }}', skipped: '{{ __data.skipped }}', reached: '{{ __data.reached }}', wrong: '{{ __data.wrong }}' }),
    ]),
    flow('handler fails', [invalidLead('first', { on_error: { steps: [invalidLead('second')] } }), reply({ never: true })]),
    flow('handler retried', [http('call', `${origin()}/later`, { retry: { max_attempts: 2 }, on_error: { steps: [note()] } }), reply({ out: '{{ steps.call.output.status }}', note: '{{ __data.note }}' })]),
    flow('stopped', [{ name: 'end', type: 'stop', as: 'failed', message: 'Enough', on_error: 'continue' }, reply({ never: true })]),
    flow('loop', [
      { name: 'each', type: 'for_each', items: '{{ __data.emails }}', steps: [{ name: 'save', type: 'lead.create', fields: { email: '{{ item }}' }, on_error: 'continue' }] },
      reply({ out: '{{ steps.each.output }}' }),
    ]),
    flow('answers', [invalidLead('save', { on_error: { steps: [{ name: 'sorry', type: 'respond', status: 422, body: { error: '{{ error.message }}' } }] } })]),
    flow('later fails', [http('call', `${origin()}/broken?handled`, { on_error: 'continue' }), { name: 'end', type: 'lead.create', fields: { email: '{{ __data.email }}' } }], receipt),
    flow('clean', [{ name: 'a', type: 'set', values: { a: 1 } }], receipt),
    flow('secret', [http('call', `${origin()}/broken`, { headers: { 'X-Key': '{{ secrets.canary }}' }, on_error: { steps: [note()] } }), reply({ note: '{{ __data.note }}' })]),
  ], { secrets: { canary: 'canary-secret-0123456789' } }));
  test('steps 8.1 continue: the run succeeds with warnings, the steps stay failed, http keeps the last response', async () => {
    const run = await (await made()).go('continue');
    done(run);
    assert.deepEqual([run.res.json.call.status, run.res.json.call.body, run.res.json.save], [500, { why: 'broken' }, null]);
    assert.deepEqual([run.error, run.warnings], [null, 2]);
    for (const path of ['call', 'save']) assert.deepEqual([run.step(path).status, run.step(path).handled, typeof run.step(path).error], ['failed', true, 'string']);
    assert.equal(run.step('reply').handled, false);
  });
  test('steps 8.3 a handler reads message, step and code', async () => {
    const { note } = (await (await made()).post('handler')).json;
    assert.deepEqual([note.step, note.code], ['call', 'status']);
    assert.match(note.message, /500/);
  });
  test('steps 8.3 the codes: invalid, not_found, blocked, unreachable, and a template that fails', async () => {
    const res = await (await made()).post('codes');
    assert.deepEqual(res.json, { a: 'invalid', b: 'not_found', c: 'blocked', d: 'unreachable', e: 'invalid' }, res.text);
  });
  test('steps 8.1.1 on a branch it covers the steps inside and names the inner one; the innermost wins', async () => {
    const { note, ...rest } = (await (await made()).post('outer')).json;
    assert.equal(note.step, 'inner');
    assert.deepEqual(rest, { skipped: null, reached: true, wrong: null });
  });
  test('steps 8.1.4 a handler that fails is not handled by itself', async () => {
    const run = await (await made()).go('handler fails');
    assert.deepEqual([run.status, run.res.status, run.warnings], ['failed', 500, 1]);
    assert.match(run.error, /^second: /);
  });
  test('steps 8.1.1 it waits for the last attempt: a step that succeeds at its second is not handled', async () => {
    const res = await (await made()).post('handler retried');
    assert.deepEqual(res.json, { out: 200, note: null }, res.text);
  });
  test('steps 8.1.5 stop is no failure of a step', async () => {
    const run = await (await made()).go('stopped');
    assert.deepEqual([run.status, run.error, run.warnings], ['failed', 'Enough', 0]);
  });
  test('steps 8.1.7 in a loop the others go on, and the failed iteration is null', async () => {
    const [a, b] = [mail(), mail()];
    const { out } = (await (await made()).post('loop', { emails: [a, 'no address', b] })).json;
    assert.deepEqual(out.map((lead) => lead?.email ?? null), [a, null, b]);
  });
  test('steps 10 a respond inside on_error answers; a handled failure is no 500', async () => {
    const res = await (await made()).post('answers');
    assert.equal(res.status, 422, res.text);
    assert.match(res.json.error, /email/);
  });
  test('steps 8.1.6 a retry from a later step does not repeat a handled failure', async () => {
    const { go } = await made();
    const run = await go('later fails', { email: 'no address' });
    assert.equal(run.status, 'failed', run.error);
    const before = one.to('/broken').length;
    const { json, stderr } = await hark(['run', 'retry', run.id, '--workspace', acme.base_url, '--json']);
    assert.ok(json, stderr);
    const again = await ended(json.retried_as);
    assert.deepEqual([again.status, again.warnings, one.to('/broken').length], ['failed', 1, before]);
  });
  test('steps 8.3 error.message holds no secret', async () => {
    const res = await (await made()).post('secret');
    assert.equal(res.status, 200, res.text);
    assert.ok(!res.text.includes('canary-secret'), res.text);
  });
  test('steps 8.2 error is known inside handlers only, and a loop cannot take its name there', async () => {
    const loop = { name: 'each', type: 'for_each', items: [1], as: 'error', steps: [{ name: 'in', type: 'set', values: { a: '{{ error }}' } }] };
    const found = await problems({ workflows: [
      flow('outside', [broken('call', { on_error: { steps: [note()] } }), { name: 'after', type: 'set', values: { a: '{{ error.message }}' } }]),
      flow('taken', [broken('call', { on_error: { steps: [note()] } }), loop]),
      flow('twice', [broken('call', { on_error: { steps: [{ name: 'call', type: 'set', values: { a: 1 } }] } })]),
    ] });
    assert.equal(found.code, 2, found.stderr);
    assert.match(found.at('workflows[0].steps[1].values.a').join(), /There is no variable error here/, found.stderr);
    assert.deepEqual(found.at('workflows[1].steps[1].as'), ['error is taken: call the item something else'], found.stderr);
    assert.equal(found.at('workflows[2].steps[0].on_error.steps[0].name').length, 1, found.stderr);
  });
  test('steps 8.2 as before: a loop may be called error in a workflow without on_error', async () => {
    const { post } = await provision([flow('loop error', [
      { name: 'each', type: 'for_each', items: [1, 2], as: 'error', steps: [{ name: 'in', type: 'set', values: { a: '{{ error }}' } }] },
      reply({ out: '{{ steps.each.output }}' }),
    ])]);
    assert.deepEqual((await post('loop error')).json, { out: [{ a: 1 }, { a: 2 }] });
  });
  test('steps 9 hark runs counts warnings on every run', async () => {
    const { go } = await made();
    done(await go('clean'));
    await go('continue');
    const [[clean], [warned]] = [(await listRuns('clean')).runs, (await listRuns('continue')).runs];
    assert.deepEqual([clean.warnings, warned.warnings, warned.status], [0, 2, 'succeeded']);
    const text = await hark(['runs', '--workspace', acme.base_url, '--workflow', `continue ${tag}`]);
    assert.match(text.stdout, /succeeded.*\(2 warnings\)/);
  });
});
