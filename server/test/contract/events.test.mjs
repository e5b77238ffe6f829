// The feed of events, and webhooks that send them: docs/spec/events.md.
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { acme, apply, byName, eventually, globex, nowSeconds, send, sleep, unique, user } from './harness.mjs';
import { anonymous, flat, htmlPage, nested, newLead, newUser, notFound, patient, withKey } from './rest.mjs';
import { openReceiver, receiverUrl } from './receiver.mjs';

const ID = /^evt_[0-9a-f]{32}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const company = unique('Events');
const mine = { alias: 'company', operator: 'eq', value: company };
const admin = (...request) => withKey(user('admin@acme.test'))(...request);
const sales = (...request) => withKey(user('sales@acme.test'))(...request);
const lead = (fields = {}, call = sales) => newLead(call, { company, ...fields });
const edit = async (id, fields) => { const res = await sales('PATCH', `/api/leads/${id}`, fields); assert.equal(res.status, 200, res.text); };

// The feed.
const page = async (params = {}, call = admin) => {
  const res = await call('GET', `/api/events?${new URLSearchParams(params)}`);
  if (res.status === 404) throw new Error(`the product has no feed: GET /api/events is ${res.status} ${res.text.slice(0, 120)}`);
  assert.equal(res.status, 200, res.text);
  assert.deepEqual(Object.keys(res.json).sort(), ['cursor', 'events', 'has_more']);
  assert.match(res.json.cursor, /^[A-Za-z0-9._~-]{1,100}$/);
  assert.equal(typeof res.json.has_more, 'boolean');
  return res.json;
};
const latest = async (call) => (await page({ after: 'latest' }, call)).cursor;
/** Everything after a cursor, page by page. */
const follow = async (cursor, params = {}, call = admin) => {
  const events = [];
  for (let after = cursor; ; ) {
    const { events: some, cursor: next, has_more } = await page({ ...params, after }, call);
    events.push(...some);
    after = next;
    if (!has_more) return { events, cursor: after };
  }
};
/** Waits until the feed after a cursor has `count` events that fit. */
const feed = (cursor, fits, { count = 1, call = admin, params, forMs = 60_000 } = {}) =>
  eventually(async () => { const found = (await follow(cursor, params, call)).events.filter(fits); return found.length >= count && found; }, { forMs, everyMs: 250 })
    .catch((error) => { throw error.message === 'did not happen in time' ? new Error(`${count} fitting event(s) did not appear in the feed`) : error; });
const ofLead = ({ id }) => (event) => event.data.lead?.id === id;
/** An event later than all before: what has not come by then is not coming. */
const settled = async (cursor, call = admin) => { const marker = await lead({}, call); await feed(cursor, ofLead(marker), { call }); };
const isEnvelope = (event, type) => {
  assert.deepEqual(Object.keys(event).sort(), ['data', 'id', 'timestamp', 'type', 'workspace']);
  assert.match(event.id, ID);
  assert.match(event.timestamp, TIME);
  assert.ok(Math.abs(Date.parse(event.timestamp) - Date.now()) < 120_000, event.timestamp);
  assert.equal(event.workspace, acme.base_url);
  assert.equal(event.type, type);
};

// Webhooks.
let receiver;
const newWebhook = async (fields = {}) => {
  const path = `/${unique('hook')}`;
  const res = await admin('POST', '/api/webhooks/new', { name: unique('Webhook'), url: receiver.url(path), types: ['lead.created'], filters: [mine], ...fields });
  if (res.status === 404) throw new Error(`the product has no webhooks: POST /api/webhooks/new is ${res.status} ${res.text.slice(0, 120)}`);
  assert.equal(res.status, 201, res.text);
  const { secret, ...webhook } = res.json.webhook;
  return { path, secret, webhook, at: (tail = '') => `/api/webhooks/${webhook.id}${tail}` };
};
const signatureOf = ({ headers, body }, secret) =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64')).update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`).update(body).digest('base64')}`;
const deliveries = async ({ at }, params = '') => { const res = await admin('GET', at(`/deliveries${params}`)); assert.equal(res.status, 200, res.text); return res.json.deliveries; };
const read = async ({ at }) => { const res = await admin('GET', at()); assert.equal(res.status, 200, res.text); return res.json.webhook; };
const WEBHOOK_KEYS = ['active', 'date_added', 'date_modified', 'disabled_reason', 'failing_since', 'filters', 'id', 'match', 'name', 'types', 'url'];

const flow = (name, steps, listener = {}) => ({ name, owner: 'admin@acme.test', enabled: true, listener: { add_authentication: false, ...listener }, steps });
const [good, bad, guarded] = [unique('succeeding'), unique('failing'), unique('guarded')];
let flows;
let refusedFrom;
before(async () => {
  receiver = await openReceiver();
  const { workflows } = await apply({
    workflows: [
      flow(good, [{ name: 's', type: 'set', values: { canary: 'CANARY-OUTPUT' } }]),
      flow(bad, [{ name: 's', type: 'stop', as: 'failed', message: 'No stock.' }]),
      flow(guarded, [{ name: 's', type: 'set', values: { a: 1 } }], { add_authentication: true, endpoint_key: 'k', endpoint_secret: 'secret-0123456789abcdef-0123456789abcdef' }),
    ],
  });
  flows = workflows;
  refusedFrom = await latest().catch(() => undefined);
  for (let n = 0; n < 20; n++) await send('POST', byName(flows, guarded).listener.url, { body: {} });
});
after(async () => {
  const list = await admin('GET', '/api/webhooks');
  for (const { id } of list.json?.webhooks ?? []) await admin('DELETE', `/api/webhooks/${id}`);
  await receiver?.close();
});

describe('the feed', () => {
  test('a lead created, changed, deleted and restored: four events in order (spec/events §1.1, §1.2)', async () => {
    const cursor = await latest();
    const record = await lead({ city: 'Bern' });
    await edit(record.id, { city: 'Chur' });
    await sales('DELETE', `/api/leads/${record.id}`);
    await sales('POST', `/api/leads/${record.id}/restore`);
    const events = await feed(cursor, ofLead(record), { count: 4 });
    assert.deepEqual(events.map(({ type }) => type), ['lead.created', 'lead.updated', 'lead.deleted', 'lead.created']);
    for (const event of events) {
      isEnvelope(event, event.type);
      assert.deepEqual(Object.keys(event.data).sort(), ['before', 'by', 'changes', 'lead']);
      assert.deepEqual([event.data.by.user.name, event.data.by.means.type], ['Sam Sales', 'api_key']);
    }
    const [created, updated, deleted] = events.map(({ data }) => data);
    assert.deepEqual([created.before, created.lead.email], [null, record.email]);
    assert.deepEqual([updated.before.city, updated.lead.city], ['Bern', 'Chur']);
    assert.deepEqual(updated.changes.filter(({ field }) => field === 'city'), [{ field: 'city', old: 'Bern', new: 'Chur' }]);
    assert.equal(deleted.lead.city, 'Chur');
    assert.equal(new Set(events.map(({ id }) => id)).size, 4);
  });
  test('a run that ends: its outcome, nothing of its input and output (spec/events §1.2)', async () => {
    const cursor = await latest();
    const [ok, ko] = [await send('POST', byName(flows, good).listener.url, { body: { secret: 'CANARY-INPUT' } }), await send('POST', byName(flows, bad).listener.url, { body: {} })];
    const [succeeded] = await feed(cursor, ({ data }) => data.run?.id === ok.json.run_id);
    const [failed] = await feed(cursor, ({ data }) => data.run?.id === ko.json.run_id);
    isEnvelope(succeeded, 'run.succeeded');
    isEnvelope(failed, 'run.failed');
    const { id, name } = byName(flows, bad);
    const { started_at, ended_at, ...rest } = failed.data.run;
    assert.deepEqual(rest, { id: ko.json.run_id, workflow: { id, name }, status: 'failed', error: 'No stock.' });
    assert.match(started_at, TIME);
    assert.match(ended_at, TIME);
    assert.equal(succeeded.data.run.error, null);
    assert.doesNotMatch(JSON.stringify(succeeded), /CANARY/);
  });
  test('paging: every event once; the same cursor gives the same events; an empty page keeps its position (spec/events §2.1, §2.2)', async () => {
    const cursor = await latest();
    const records = [];
    for (let n = 0; n < 5; n++) records.push(await lead());
    const types = 'lead.created';
    const all = await feed(cursor, ({ data }) => records.some(({ id }) => id === data.lead.id), { count: 5, params: { types } });
    const small = await follow(cursor, { limit: 2, types });
    assert.deepEqual(small.events.slice(0, 5).map(({ id }) => id), all.map(({ id }) => id));
    const first = await page({ after: cursor, limit: 2, types });
    assert.deepEqual([first.events.length, first.has_more], [2, true]);
    assert.deepEqual((await page({ after: cursor, limit: 2, types })).events, first.events);
    assert.deepEqual(all.map(({ data }) => data.lead.id), records.map(({ id }) => id), 'one after the other, so in this order');
    const end = await latest();
    const empty = await page({ after: end, types: 'listener.refusing' });
    assert.deepEqual([empty.events, empty.has_more], [[], false]);
    const next = await lead();
    await feed(empty.cursor, ofLead(next));
  });
  test('a reader that follows cursors while others write gets every event exactly once (spec/events §2.3)', async () => {
    let { cursor } = await follow(await latest());
    const seen = [];
    let isWriting = true;
    const reading = (async () => {
      for (let quiet = 0; quiet < 25; ) {
        const { events, cursor: next, has_more } = await page({ after: cursor, types: 'lead.created,lead.updated' });
        seen.push(...events);
        cursor = next;
        quiet = isWriting || has_more || events.length > 0 ? 0 : quiet + 1;
        await sleep(has_more ? 0 : 100);
      }
    })();
    const written = (await Promise.all(Array.from({ length: 12 }, async () => {
      const some = [];
      for (let n = 0; n < 6; n++) { const record = await lead(); await edit(record.id, { score: 1 }); some.push(record.id); }
      return some;
    }))).flat();
    isWriting = false;
    await reading;
    const ours = seen.filter(({ data }) => written.includes(data.lead.id));
    assert.equal(new Set(ours.map(({ id }) => id)).size, ours.length, 'no event twice');
    assert.equal(ours.length, 2 * written.length, 'no event missing');
    for (const id of written) assert.deepEqual(ours.filter(({ data }) => data.lead.id === id).map(({ type }) => type), ['lead.created', 'lead.updated']);
  });
  test('a rejected change is no event; leads of apply are in the feed (spec/events §2.3, §1.2)', async () => {
    const cursor = await latest();
    const taken = await lead();
    assert.equal((await sales('POST', '/api/leads/new', { company, email: taken.email })).status, 400);
    const email = `${unique('applied')}@contract.test`;
    await apply({ leads: [{ email, company, owner: 'admin@acme.test' }] });
    const [applied] = await feed(cursor, ({ data }) => data.lead?.email === email);
    assert.deepEqual([applied.type, applied.data.by.user, applied.data.by.means.type], ['lead.created', null, 'apply']);
    assert.equal((await follow(cursor)).events.filter(({ data }) => data.lead?.email === taken.email).length, 1);
  });
  test('types, limit, cursor: what is accepted and what is not (spec/events §2.1)', async () => {
    const cursor = await latest();
    const record = await lead();
    await edit(record.id, { city: 'Bern' });
    await feed(cursor, ofLead(record), { count: 2 });
    assert.deepEqual((await follow(cursor, { types: 'lead.updated' })).events.filter(ofLead(record)).map(({ type }) => type), ['lead.updated']);
    assert.equal((await follow(cursor, { types: 'lead.updated,lead.created' })).events.filter(ofLead(record)).length, 2);
    for (const limit of ['0', '-3', '500', '99999999999999999999']) assert.ok((await page({ limit })).events.length <= 100);
    assert.equal((await page({ limit: '1' })).events.length, 1);
    await page({ nonsense: 'x' });
    nested(await admin('GET', '/api/events?limit=x'), 400, 'limit: must be a whole number.');
    nested(await admin('GET', '/api/events?types=lead.created,lead.gone'), 400, 'types: there is no event type "lead.gone".');
    nested(await admin('GET', '/api/events?types=webhook.test'), 400, 'types: there is no event type "webhook.test".');
    for (const wrong of ['x', '-1', cursor.slice(0, -1) + (cursor.endsWith('!') ? '?' : '!'), 'Latest']) nested(await admin('GET', `/api/events?after=${encodeURIComponent(wrong)}`), 400, 'after: is not a cursor of this feed.');
    nested(await admin('DELETE', '/api/events'), 405, 'No route found for DELETE /api/events: Method Not Allowed (Allow: GET, HEAD)');
    assert.equal((await admin('HEAD', '/api/events')).status, 200);
  });
  test('a reader gets what they can see, and the cursor moves past the rest (spec/events §2.4)', async () => {
    const own = withKey(user('own@acme.test'));
    const reader = withKey(user('reader@acme.test'));
    const [from, fromOwn] = [await latest(), await latest(own)];
    const others = await lead();
    const run = await send('POST', byName(flows, good).listener.url, { body: {} });
    await feed(from, ({ data }) => data.run?.id === run.json.run_id);
    const owned = await lead({}, own);
    await feed(fromOwn, ofLead(owned), { call: own });
    const ofOwn = (await follow(fromOwn, {}, own)).events;
    assert.ok(ofOwn.every(({ data }) => data.lead?.owner_id === user('own@acme.test').id), 'only own leads');
    const ofReader = (await follow(from, {}, reader)).events;
    assert.ok(ofReader.some(ofLead(others)) && ofReader.some(ofLead(owned)), 'leads.view all');
    assert.ok(ofReader.every(({ type }) => type.startsWith('lead.')), 'no workflows.view, no runs');
    assert.deepEqual((await page({ after: from, types: 'run.succeeded' }, reader)).events, []);
    htmlPage(await anonymous()('GET', '/api/events'));
    flat(await withKey(user('noapi@acme.test'))('GET', '/api/events'), 403, 'access_denied');
    const theirs = await patient(withKey(user('admin@globex.test', globex), globex))('GET', '/api/events?limit=100');
    assert.equal(theirs.status, 200, theirs.text);
    assert.ok(theirs.json.events.every(({ workspace }) => workspace === globex.base_url));
  });
});

describe('managing webhooks', () => {
  test('create, read, list, change, delete; the secret is shown once (spec/events §3.2)', async () => {
    const hook = await newWebhook({ types: ['lead.created', 'run.failed'] });
    assert.match(hook.secret, /^whsec_[A-Za-z0-9+/]+=*$/);
    assert.ok(Buffer.from(hook.secret.slice(6), 'base64').length >= 24);
    assert.deepEqual(Object.keys(hook.webhook).sort(), WEBHOOK_KEYS);
    assert.ok(Number.isInteger(hook.webhook.id));
    assert.deepEqual([hook.webhook.active, hook.webhook.match, hook.webhook.disabled_reason, hook.webhook.failing_since], [true, 'all', null, null]);
    assert.deepEqual(await read(hook), hook.webhook);
    const list = await admin('GET', '/api/webhooks');
    assert.equal(list.json.total, String(list.json.webhooks.length));
    assert.deepEqual(list.json.webhooks.find(({ id }) => id === hook.webhook.id), hook.webhook);
    const changed = await admin('PATCH', hook.at(), { name: unique('Renamed'), types: ['lead.deleted'], active: false });
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual(Object.keys(changed.json.webhook).sort(), WEBHOOK_KEYS);
    assert.deepEqual([changed.json.webhook.types, changed.json.webhook.active, changed.json.webhook.url], [['lead.deleted'], false, hook.webhook.url]);
    assert.equal((await admin('DELETE', hook.at())).status, 204);
    for (const [method, tail] of [['GET', ''], ['PATCH', ''], ['DELETE', ''], ['POST', '/rotate'], ['POST', '/test'], ['GET', '/deliveries'], ['POST', '/replay']])
      notFound(await admin(method, hook.at(tail), method === 'GET' || method === 'DELETE' ? undefined : tail === '/replay' ? { event_id: `evt_${'0'.repeat(32)}` } : {}));
  });
  test('values that are rejected (spec/events §3.3)', async () => {
    const hook = await newWebhook();
    const base = () => ({ name: unique('W'), url: 'https://example.test/x', types: ['lead.created'] });
    const cases = [
      [{ name: '' }, 'name: is required.'],
      [{ name: undefined }, 'name: is required.'],
      [{ name: hook.webhook.name }, 'name: is already taken by another webhook.'],
      [{ url: 'ftp://example.test/' }, 'url: must be an http or https address.'],
      [{ url: 'example.test' }, 'url: must be an http or https address.'],
      [{ url: `https://example.test/${'x'.repeat(2048)}` }, 'url: must be an http or https address.'],
      [{ url: 'https://u:p@example.test/' }, 'url: must not contain a user name, a password or a fragment.'],
      [{ url: 'https://example.test/#x' }, 'url: must not contain a user name, a password or a fragment.'],
      [{ types: [] }, 'types: must be a list of event types.'],
      [{ types: 'lead.created' }, 'types: must be a list of event types.'],
      [{ types: ['lead.gone'] }, 'types: there is no event type "lead.gone".'],
      [{ types: ['webhook.test'] }, 'types: there is no event type "webhook.test".'],
      [{ filters: [{ alias: 'nonsense', operator: 'eq', value: 1 }] }, /^filters: .*nonsense/],
      [{ secret: 'whsec_c2hvcnQ=' }, 'secret: must be whsec_ followed by base64 of 24 to 64 bytes.'],
      [{ secret: 'x'.repeat(40) }, 'secret: must be whsec_ followed by base64 of 24 to 64 bytes.'],
      [{ active: 'yes' }, 'active: must be true or false.'],
      [{ colour: 'red' }, 'colour: there is no such key.'],
    ];
    for (const [over, message] of cases) nested(await admin('POST', '/api/webhooks/new', { ...base(), ...over }), 400, message);
    nested(await admin('PATCH', hook.at(), { url: 'nonsense' }), 400, 'url: must be an http or https address.');
    nested(await admin('GET', '/api/webhooks/new'), 405);
  });
  test('at most 20 webhooks (spec/events §3.3)', async () => {
    const made = [];
    let refusal;
    while (made.length < 21 && !refusal) {
      const res = await admin('POST', '/api/webhooks/new', { name: unique('Many'), url: receiver.url('/many'), types: ['lead.deleted'], active: false });
      if (res.status === 201) made.push(res.json.webhook.id);
      else refusal = res;
    }
    if (refusal?.status === 404) await newWebhook();
    nested(refusal, 400, 'At most 20 webhooks per workspace.');
    assert.equal((await admin('GET', '/api/webhooks')).json.total, '20');
    for (const id of made) assert.equal((await admin('DELETE', `/api/webhooks/${id}`)).status, 204);
  });
  test('administrators only, for reading too (spec/events §3.4)', async () => {
    const hook = await newWebhook();
    for (const [method, path] of [['GET', '/api/webhooks'], ['POST', '/api/webhooks/new'], ['GET', hook.at()], ['PATCH', hook.at()], ['DELETE', hook.at()], ['POST', hook.at('/rotate')], ['POST', hook.at('/test')], ['GET', hook.at('/deliveries')], ['POST', hook.at('/replay')]])
      nested(await sales(method, path, method === 'GET' || method === 'DELETE' ? undefined : {}), 403, 'Only administrators can manage webhooks.');
    assert.equal((await read(hook)).id, hook.webhook.id);
    htmlPage(await anonymous()('GET', '/api/webhooks'));
  });
  test('apply: made, kept, changed, removed; another workspace does not see it (spec/events §3.1)', async () => {
    const name = unique('Applied');
    const set = async (fields) => byName((await apply({ webhooks: [{ name, ...fields }] })).webhooks, name);
    const path = `/${unique('applied')}`;
    const first = await set({ url: receiver.url(path), types: ['lead.created'], filters: [mine] });
    assert.match(first.secret, /^whsec_/);
    const again = await set({ url: receiver.url(path), types: ['lead.created'], filters: [mine] });
    assert.deepEqual([again.id, again.secret], [first.id, first.secret]);
    const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    assert.equal((await set({ secret })).secret, secret);
    const record = await lead();
    const [request] = await receiver.wait(path, { fits: ({ json }) => json.data.lead.id === record.id });
    assert.equal(request.headers['webhook-signature'], signatureOf(request, secret));
    notFound(await patient(withKey(user('admin@globex.test', globex), globex))('GET', `/api/webhooks/${first.id}`));
    await apply({ webhooks: [{ name, state: 'absent' }] });
    notFound(await admin('GET', `/api/webhooks/${first.id}`));
    const refusals = await Promise.all([{ types: ['nonsense'] }, { url: 'nonsense' }, { secret: 'short' }, { colour: 'red' }].map((over) =>
      apply({ webhooks: [{ name: unique('Bad'), url: receiver.url('/x'), types: ['lead.created'], ...over }] }).then(() => 'accepted', ({ message }) => message)));
    for (const [index, key] of ['types', 'url', 'secret', 'colour'].entries()) assert.match(refusals[index], new RegExp(`webhooks\\[0\\]\\.${key}`));
  });
});

describe('delivery', () => {
  test('the envelope of the feed, signed by Standard Webhooks (spec/events §4.1)', async () => {
    const cursor = await latest();
    const hook = await newWebhook();
    const record = await lead({ first_name: 'Zoë 😀' });
    const [request] = await receiver.wait(hook.path);
    const { headers, json } = request;
    assert.equal(request.method, 'POST');
    assert.match(headers['content-type'], /^application\/json/);
    isEnvelope(json, 'lead.created');
    assert.equal(json.data.lead.first_name, 'Zoë 😀');
    assert.equal(headers['webhook-id'], json.id);
    assert.ok(Math.abs(Number(headers['webhook-timestamp']) - nowSeconds()) < 30);
    assert.equal(headers['webhook-signature'], signatureOf(request, hook.secret));
    assert.deepEqual((await feed(cursor, ofLead(record)))[0], json);
    const [delivery] = await eventually(async () => { const list = await deliveries(hook); return list[0]?.status === 'succeeded' && list; });
    assert.deepEqual([delivery.event_id, delivery.type, delivery.next_attempt_at, delivery.attempts.length], [json.id, 'lead.created', null, 1]);
    const [attempt] = delivery.attempts;
    assert.deepEqual([attempt.status, attempt.error, attempt.response], [200, null, 'ok']);
    assert.ok(Number.isInteger(attempt.duration_ms));
    assert.match(attempt.at, TIME);
  });
  test('types and filters choose; each webhook has its own secret and the same id (spec/events §3.3, §4.1)', async () => {
    const [leads, changes, runs] = [await newWebhook(), await newWebhook({ types: ['lead.updated'], filters: [mine, { alias: 'city', operator: 'eq', value: 'Bern' }] }), await newWebhook({ types: ['run.failed'] })];
    const twin = await newWebhook();
    const record = await lead();
    await edit(record.id, { city: 'Chur' });
    await edit(record.id, { city: 'Bern' });
    await newLead(sales, { company: 'Other' });
    await send('POST', byName(flows, good).listener.url, { body: {} });
    const failed = await send('POST', byName(flows, bad).listener.url, { body: {} });
    const [run] = await receiver.wait(runs.path, { fits: ({ json }) => json.data.run.id === failed.json.run_id });
    assert.equal(run.json.type, 'run.failed');
    const [change] = await receiver.wait(changes.path);
    assert.equal(change.json.data.lead.city, 'Bern');
    const [[one], [two]] = [await receiver.wait(leads.path), await receiver.wait(twin.path)];
    assert.equal(one.headers['webhook-id'], two.headers['webhook-id']);
    assert.notEqual(leads.secret, twin.secret);
    assert.equal(two.headers['webhook-signature'], signatureOf(two, twin.secret));
    await sleep(500);
    assert.deepEqual([leads, changes].map(({ path }) => receiver.of(path).length), [1, 1]);
    assert.ok(receiver.of(runs.path).every(({ json }) => json.type === 'run.failed'));
  });
  test('a failed attempt is repeated after five seconds: same id and bytes, a new time and signature (spec/events §4.2, §4.3)', async () => {
    const hook = await newWebhook();
    receiver.answer(hook.path, (_, count) => (count === 1 ? { status: 500, text: 'broken '.repeat(400) } : {}));
    await lead();
    const [first, second] = await receiver.wait(hook.path, { count: 2 });
    const gap = second.at - first.at;
    assert.ok(gap >= 4_900 && gap < 30_000, `${gap} ms`);
    assert.equal(second.headers['webhook-id'], first.headers['webhook-id']);
    assert.ok(second.body.equals(first.body));
    assert.ok(Number(second.headers['webhook-timestamp']) > Number(first.headers['webhook-timestamp']));
    for (const request of [first, second]) assert.equal(request.headers['webhook-signature'], signatureOf(request, hook.secret));
    const [delivery] = await eventually(async () => { const list = await deliveries(hook); return list[0]?.status === 'succeeded' && list; });
    assert.deepEqual(delivery.attempts.map(({ status }) => status).sort(), [200, 500]);
    assert.equal(delivery.attempts.find(({ status }) => status === 500).response.length, 1024);
    assert.equal((await read(hook)).failing_since, null);
  });
  test('a redirect is a failure and is not followed; so are a rejected address and a closed port (spec/events §4.2)', async () => {
    const [moved, target] = [await newWebhook(), `/${unique('target')}`];
    receiver.answer(moved.path, () => ({ status: 307, headers: { Location: receiverUrl + target } }));
    const closed = await newWebhook({ url: 'http://127.0.0.1:9/' });
    const inside = await newWebhook({ url: 'http://169.254.169.254/latest/meta-data' });
    await lead();
    await receiver.wait(moved.path);
    for (const [hook, status] of [[moved, 307], [closed, null], [inside, null]]) {
      const [delivery] = await eventually(async () => { const list = await deliveries(hook, '?status=pending'); return list[0]?.attempts.length > 0 && list; });
      assert.equal(delivery.attempts[0].status, status);
      if (status === null) assert.ok(delivery.attempts[0].error);
      assert.match(delivery.next_attempt_at, TIME);
      assert.match((await read(hook)).failing_since, TIME);
    }
    assert.equal(receiver.of(target).length, 0);
    for (const hook of [moved, closed, inside]) await admin('DELETE', hook.at());
  });
  test('410 disables the webhook at once (spec/events §4.4)', async () => {
    const hook = await newWebhook();
    receiver.answer(hook.path, () => ({ status: 410 }));
    await lead();
    await eventually(async () => (await read(hook)).active === false);
    assert.equal((await read(hook)).disabled_reason, 'gone');
    await lead();
    await sleep(6_500);
    assert.equal(receiver.of(hook.path).length, 1);
    receiver.answer(hook.path, () => ({}));
    const res = await admin('PATCH', hook.at(), { active: true });
    assert.deepEqual([res.json.webhook.active, res.json.webhook.disabled_reason, res.json.webhook.failing_since], [true, null, null]);
    const record = await lead();
    await receiver.wait(hook.path, { fits: ({ json }) => json.data.lead.id === record.id });
    assert.equal(receiver.of(hook.path).length, 2, 'what happened while it was off is not sent');
  });
  test('rotation: two signatures, the new one first; a second rotation drops the oldest (spec/events §4.5)', async () => {
    const hook = await newWebhook();
    const rotate = async () => { const res = await admin('POST', hook.at('/rotate'), {}); assert.equal(res.status, 200, res.text); return res.json.webhook.secret; };
    const next = async () => { const record = await lead(); return (await receiver.wait(hook.path, { fits: ({ json }) => json.data.lead.id === record.id }))[0]; };
    const second = await rotate();
    assert.notEqual(second, hook.secret);
    let request = await next();
    assert.equal(request.headers['webhook-signature'], `${signatureOf(request, second)} ${signatureOf(request, hook.secret)}`);
    const third = await rotate();
    request = await next();
    assert.equal(request.headers['webhook-signature'], `${signatureOf(request, third)} ${signatureOf(request, second)}`);
    assert.ok(!('secret' in (await read(hook))));
  });
  test('a test event: once, also while it is off, not in the feed (spec/events §4.6)', async () => {
    const cursor = await latest();
    const hook = await newWebhook({ active: false });
    receiver.answer(hook.path, () => ({ status: 500 }));
    const res = await admin('POST', hook.at('/test'), {});
    assert.equal(res.status, 202, res.text);
    assert.deepEqual(Object.keys(res.json), ['delivery_id']);
    const [request] = await receiver.wait(hook.path);
    isEnvelope(request.json, 'webhook.test');
    assert.deepEqual(request.json.data, {});
    assert.equal(request.headers['webhook-signature'], signatureOf(request, hook.secret));
    const [delivery] = await eventually(async () => { const list = await deliveries(hook); return list[0]?.status === 'failed' && list; });
    assert.equal(String(delivery.id), String(res.json.delivery_id));
    await sleep(6_500);
    assert.equal(receiver.of(hook.path).length, 1, 'no retry');
    assert.deepEqual((await follow(cursor)).events.filter(({ type }) => type === 'webhook.test'), []);
    nested(await admin('POST', hook.at('/replay'), { event_id: request.json.id }), 409, 'This webhook is switched off. Switch it on first.');
  });
  test('replay: one event, or a range; the same id again (spec/events §4.6)', async () => {
    const from = new Date(Date.now() - 1000).toISOString();
    const hook = await newWebhook();
    const records = [await lead(), await lead()];
    await newLead(sales, { company: 'Other' });
    const [one] = await receiver.wait(hook.path, { count: 2 });
    const replay = (body) => admin('POST', hook.at('/replay'), body);
    const single = await replay({ event_id: one.json.id });
    assert.deepEqual([single.status, single.json], [202, { replayed: 1 }], single.text);
    await receiver.wait(hook.path, { count: 2, fits: ({ headers }) => headers['webhook-id'] === one.json.id });
    const range = await replay({ from });
    assert.equal(range.status, 202, range.text);
    assert.ok(range.json.replayed >= 2, range.text);
    for (const { id } of records) await receiver.wait(hook.path, { count: 2, fits: ({ json }) => json.data.lead.id === id });
    assert.ok(receiver.of(hook.path).every(({ json }) => json.data.lead.company === company), 'only what fits its filters');
    assert.deepEqual((await replay({ from: '2001-01-01T00:00:00Z', to: '2001-01-02T00:00:00Z' })).json, { replayed: 0 });
    for (const body of [{}, { event_id: one.json.id, from }]) nested(await replay(body), 400, 'Send either event_id or from.');
    nested(await replay({ from: 'yesterday' }), 400, 'from: must be a time such as 2026-11-30T12:00:00Z.');
    nested(await replay({ from, to: 'x' }), 400, 'to: must be a time such as 2026-11-30T12:00:00Z.');
    notFound(await replay({ event_id: `evt_${'0'.repeat(32)}` }));
    notFound(await replay({ event_id: 'nonsense' }));
  });
  test('deliveries: newest first, by status, a true total (spec/events §4.6)', async () => {
    const hook = await newWebhook();
    const records = [await lead(), await lead(), await lead()];
    await receiver.wait(hook.path, { count: 3 });
    const list = await eventually(async () => { const res = await admin('GET', hook.at('/deliveries?status=succeeded&limit=2')); return res.json?.total === '3' && res; });
    assert.equal(list.json.deliveries.length, 2);
    assert.deepEqual(Object.keys(list.json.deliveries[0]).sort(), ['attempts', 'created_at', 'event_id', 'id', 'next_attempt_at', 'status', 'type']);
    const ids = (await deliveries(hook)).map(({ created_at }) => created_at);
    assert.deepEqual(ids, [...ids].sort().reverse());
    assert.deepEqual(await deliveries(hook, '?status=failed'), []);
    nested(await admin('GET', hook.at('/deliveries?status=lost')), 400, 'status: must be pending, succeeded or failed.');
    assert.equal(records.length, 3);
  });
});

describe('a listener that refuses, last because it may take a minute', () => {
  test('listener.refusing after twenty rejections, once (spec/events §1.2)', async () => {
    if (refusedFrom === undefined) await latest();
    const { id, name } = byName(flows, guarded);
    const [event] = await feed(refusedFrom, ({ type, data }) => type === 'listener.refusing' && data.workflow.id === id, { forMs: 70_000, params: { types: 'listener.refusing' } });
    isEnvelope(event, 'listener.refusing');
    assert.deepEqual(event.data.workflow, { id, name });
    assert.ok(event.data.refused >= 20, JSON.stringify(event.data));
    assert.ok(event.data.reasons.missing_token >= 20, JSON.stringify(event.data));
    for (let n = 0; n < 20; n++) await send('POST', byName(flows, guarded).listener.url, { body: {} });
    await sleep(1500);
    assert.equal((await follow(refusedFrom, { types: 'listener.refusing' })).events.filter(({ data }) => data.workflow.id === id).length, 1);
  });
});
