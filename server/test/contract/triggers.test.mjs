// What starts a workflow besides its listener: docs/spec/triggers.md.
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { acme, apply, byName, eventually, harkJson, send, sleep, unique, user } from './harness.mjs';
import { anonymous, htmlPage, nested, newLead, notFound, withKey } from './rest.mjs';
import { openReceiver } from './receiver.mjs';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const company = unique('Trigger'); // only leads of this company concern the triggers of this file
const mine = { alias: 'company', operator: 'eq', value: company };
let receiver;
/** Reports everything a run reads to the receiver, at a path of its own. */
const report = (path) => [{ name: 'report', type: 'http.request', method: 'POST', url: receiver.url(path), body: { run: '{{ run.id }}', data: '{{ __data }}' }, retry: { max_attempts: 1 } }];
const pathOf = (name) => `/${name.replaceAll(' ', '-')}`;
const flow = (name, triggers, rest = {}) => ({ name, owner: 'admin@acme.test', enabled: true, steps: report(pathOf(name)), triggers, ...rest });
const on = (type, extra = {}) => ({ type: `lead.${type}`, filters: [mine], ...extra });
const runs = (name) => harkJson('runs', '--workspace', acme.base_url, '--workflow', name);
const admin = (...request) => withKey(user('admin@acme.test'))(...request);
const sales = (...request) => withKey(user('sales@acme.test'))(...request);
const start = (name, body, call = admin, headers) => call('POST', `/api/workflows/${flowOf(name).id}/start`, body, headers);
const lead = (fields = {}, call = sales) => { if (problem) throw problem; return newLead(call, { company, ...fields }); };
const edit = async (id, fields, call = sales) => {
  const res = await call('PATCH', `/api/leads/${id}`, fields);
  assert.equal(res.status, 200, res.text);
  return res.json.lead;
};
const about = ({ id }) => (request) => request.json?.data?.lead?.id === id;
/** What the runs of a flow about one lead read. */
const reads = async (name, record, count = 1) => { flowOf(name); return (await receiver.wait(pathOf(name), { count, fits: about(record) })).map(({ json }) => json.data); };
/** A change that triggers the flow `marker` later than all before: what has not come by then is not coming. */
const settled = async () => { await reads('marker', await lead({ first_name: 'Marker' })); await sleep(400); };
const reported = (name, record) => receiver.of(pathOf(name)).filter(about(record)).length;

let made = [];
let problem;
let appliedAt;
const flowOf = (name) => { if (problem) throw problem; return byName(made, name); };
const loop = unique('loop');
before(async () => {
  receiver = await openReceiver();
  const bump = { name: 'bump', type: 'lead.update', match: { id: '{{ __data.lead.id }}' }, fields: { score: '{{ __data.lead.score + 1 }}' } };
  const flows = [
    flow('ticking', [{ type: 'schedule', cron: '* * * * *' }, { type: 'schedule', cron: '*/1 * * * *', timezone: 'Asia/Tokyo' }]),
    flow('ticking off', [{ type: 'schedule', cron: '* * * * *' }], { enabled: false }),
    flow('created', [on('created')]),
    flow('updated', [on('updated')]),
    flow('deleted', [on('deleted')]),
    flow('marker', [on('created', { filters: [mine, { alias: 'first_name', operator: 'eq', value: 'Marker' }] })]),
    flow('fields', [on('updated', { fields: ['status', 'budget'] })]),
    flow('filters', [on('updated', { filters: [mine, { alias: 'city', operator: 'eq', value: 'Bern' }, { alias: 'score', operator: 'gte', value: 50 }], match: 'all' })]),
    flow('twice', [on('updated'), on('updated', { fields: ['city'] })]),
    flow('own leads', [on('created')], { owner: 'own@acme.test' }),
    flow('off', [on('created')], { enabled: false }),
    flow('looping', [{ type: 'lead.updated', fields: ['score'], filters: [{ alias: 'company', operator: 'eq', value: loop }] }], { steps: [bump] }),
    flow('chained', [], { steps: [{ name: 'make', type: 'lead.create', fields: { email: '{{ __data.email }}', company } }] }),
    flow('plain', []),
    flow('form', [{ type: 'manual', inputs: [{ name: 'reason', label: 'Reason', required: true }, { name: 'count', type: 'number' }, { name: 'urgent', type: 'boolean' }, { name: 'day', type: 'date' }] }]),
    flow('form off', [{ type: 'manual', inputs: [] }], { enabled: false }),
    flow('of sales', [], { owner: 'sales@acme.test' }),
  ];
  appliedAt = Date.now();
  try { made = (await apply({ workflows: flows })).workflows; } catch (error) { problem = new Error(`hark apply does not take triggers: ${error.message.split('\n')[0]}`); }
});
after(async () => {
  await receiver?.close();
  if (!problem) await apply({ workflows: [{ name: 'ticking', triggers: [] }] }); // not to run on below the other files
});

describe('definition', () => {
  test('apply rejects what cannot work, and names the key (spec/triggers §1.1)', async () => {
    if (problem) throw problem;
    const cases = [
      [[{ type: 'webhook' }], /triggers\[0\]\.type/],
      [[{ type: 'schedule', cron: '0 8 * * *', fields: ['city'] }], /triggers\[0\]\.fields: unknown key/],
      [Array.from({ length: 21 }, () => on('created')), /triggers: at most 20 triggers/],
      [[{ type: 'manual' }, { type: 'manual' }], /triggers\[1\]\.type: there is already a manual trigger/],
      [[{ type: 'schedule' }], /triggers\[0\]\.cron/],
      [[{ type: 'schedule', cron: '* * * * * *' }], /triggers\[0\]\.cron: must have five fields/],
      [[{ type: 'schedule', cron: '@daily' }], /triggers\[0\]\.cron: must have five fields/],
      [[{ type: 'schedule', cron: '60 * * * *' }], /triggers\[0\]\.cron: minute: "60" is not valid/],
      [[{ type: 'schedule', cron: '0 0 L * *' }], /triggers\[0\]\.cron: day of month: "L" is not valid/],
      [[{ type: 'schedule', cron: '0 0 * * MOO' }], /triggers\[0\]\.cron: day of week: "MOO" is not valid/],
      [[{ type: 'schedule', cron: '0 0 30 2 *' }], /triggers\[0\]\.cron: never matches/],
      [[{ type: 'schedule', cron: '0 8 * * *', timezone: 'Mars/Olympus' }], /triggers\[0\]\.timezone: must be a time zone/],
      [[{ type: 'schedule', cron: '0 8 * * *', catch_up: 'some' }], /triggers\[0\]\.catch_up/],
      [[{ type: 'lead.created', fields: ['city'] }], /triggers\[0\]\.fields: unknown key/],
      [[{ type: 'lead.updated', fields: ['nonsense'] }], /triggers\[0\]\.fields\[0\]: there is no field "nonsense"/],
      [[{ type: 'lead.updated', filters: [{ alias: 'nonsense', operator: 'eq', value: 1 }] }], /triggers\[0\]\.filters.*nonsense/],
      [[{ type: 'manual', inputs: [{ name: '__x' }] }], /triggers\[0\]\.inputs\[0\]\.name/],
      [[{ type: 'manual', inputs: [{ name: 'a', type: 'file' }] }], /triggers\[0\]\.inputs\[0\]\.type/],
      [[{ type: 'manual', inputs: [{ name: 'a' }, { name: 'a' }] }], /triggers\[0\]\.inputs/],
    ];
    const wrong = await Promise.all(cases.map(async ([triggers, message]) => {
      const result = await apply({ workflows: [flow('invalid trigger', triggers)] }).then(() => 'accepted', (error) => error.message);
      return message.test(result) ? [] : [`${JSON.stringify(triggers).slice(0, 90)}: ${result}`];
    }));
    assert.deepEqual(wrong.flat(), []);
  });
  test('left out: left alone; []: removed; the result has the defaults (spec/triggers §1.1)', async () => {
    if (problem) throw problem;
    const name = unique('definition');
    const set = async (triggers) => byName((await apply({ workflows: [{ ...flow(name, triggers), ...(triggers === undefined && { triggers }) }] })).workflows, name).triggers;
    const [schedule, manual] = await set([{ type: 'schedule', cron: '0 8 * * MON-FRI' }, { type: 'manual', inputs: [{ name: 'a' }] }]);
    assert.equal(schedule.catch_up, 'last');
    assert.equal(schedule.next_times.length, 5);
    assert.deepEqual(manual, { type: 'manual', inputs: [{ name: 'a', label: 'a', type: 'text', required: false }] });
    assert.equal((await set(undefined)).length, 2);
    assert.deepEqual(await set([]), []);
  });
});

describe('schedule', () => {
  /** The day of the last Sunday of a month in the first year in which it is still ahead. */
  const clockChange = (month) => {
    for (let year = new Date().getUTCFullYear(); ; year++) {
      const last = new Date(Date.UTC(year, month, 0));
      last.setUTCDate(last.getUTCDate() - last.getUTCDay());
      if (last.getTime() > Date.now() + 86_400_000) return last;
    }
  };
  const next = async (schedules) => {
    if (problem) throw problem;
    const name = unique('times');
    const [result] = (await apply({ workflows: [flow(name, schedules.map((s) => ({ type: 'schedule', ...s })))] })).workflows;
    return result.triggers.map(({ next_times }) => next_times);
  };
  const hourOf = (day, hours, minutes) => new Date(day.getTime() + (hours * 60 + minutes) * 60_000).toISOString();

  test('the next five times, in the zone, over both clock changes (spec/triggers §2.2)', async () => {
    const spring = clockChange(3);
    const autumn = clockChange(10);
    const timezone = 'Europe/Berlin';
    const [skipped, twice, hourly, tokyo] = await next([
      { cron: `30 2 ${spring.getUTCDate()} 3 *`, timezone },
      { cron: `30 2 ${autumn.getUTCDate()}-31 10 *`, timezone },
      { cron: `0 * ${autumn.getUTCDate()} 10 *`, timezone },
      { cron: '0 8 * * *', timezone: 'Asia/Tokyo' },
    ]);
    assert.equal(skipped[0], hourOf(spring, 1, 0), 'a time that does not exist fires at the first minute after the gap');
    assert.deepEqual(twice.filter((time) => time.startsWith(autumn.toISOString().slice(0, 10))), [hourOf(autumn, 0, 30)], 'a time that exists twice fires once, the first time');
    assert.deepEqual(hourly.slice(0, 5), [-2, -1, 0, 1, 2].map((hour) => hourOf(autumn, hour, 0)), 'an hourly schedule follows elapsed time');
    assert.equal(tokyo.length, 5);
    for (const time of tokyo) assert.match(time, /^\d{4}-\d\d-\d\dT23:00:00\.000Z$/);
  });
  test('names, ranges, steps, lists, both Sundays, either of two day fields (spec/triggers §2.1)', async () => {
    const [named, numbered, seven, either] = await next([{ cron: '0 8 * jan,MAR MON-FRI' }, { cron: '0 8 * 1,3 1-5' }, { cron: '0 0 * * 7' }, { cron: '0 0 13 * 5' }]);
    assert.deepEqual(named, numbered);
    for (const time of seven) assert.equal(new Date(time).getUTCDay(), 0);
    for (const time of either) assert.ok(new Date(time).getUTCDay() === 5 || new Date(time).getUTCDate() === 13, time);
    assert.ok(either.some((time) => new Date(time).getUTCDate() !== 13));
  });
});

describe('leads', () => {
  test('lead.created: what the run reads (spec/triggers §3.2, §1.3)', async () => {
    const record = await lead({ first_name: 'Lea', score: 7 });
    const [data] = await reads('created', record);
    assert.equal(data.__trigger, 'lead.created');
    assert.deepEqual(data.__headers, {});
    assert.equal(data.before, null);
    assert.equal(data.lead.email, record.email);
    assert.equal(data.lead.score, 7);
    assert.equal(data.lead.owner_id, record.owner_id);
    assert.ok(data.changes.some(({ field, old, new: value }) => field === 'first_name' && old === null && value === 'Lea'), JSON.stringify(data.changes));
    assert.equal(data.by.user.name, 'Sam Sales');
    assert.equal(data.by.means.type, 'api_key');
  });
  test('lead.updated: before, after and the changes (spec/triggers §3.2)', async () => {
    const record = await lead({ city: 'Bern' });
    await edit(record.id, { city: 'Chur' }, admin);
    const [data] = await reads('updated', record);
    assert.deepEqual([data.__trigger, data.before.city, data.lead.city, data.by.user.name], ['lead.updated', 'Bern', 'Chur', 'Ada Admin']);
    assert.deepEqual(data.changes.filter(({ field }) => field === 'city'), [{ field: 'city', old: 'Bern', new: 'Chur' }]);
  });
  test('lead.deleted has the lead as it was; a restored lead is created (spec/triggers §3.2, §3.3)', async () => {
    const record = await lead({ city: 'Bern' });
    await reads('created', record);
    assert.equal((await sales('DELETE', `/api/leads/${record.id}`)).status, 204);
    const [data] = await reads('deleted', record);
    assert.deepEqual([data.__trigger, data.lead.city, data.before.city], ['lead.deleted', 'Bern', 'Bern']);
    assert.equal((await sales('POST', `/api/leads/${record.id}/restore`)).status, 200);
    await reads('created', record, 2);
  });
  test('fields: only when one of them changed (spec/triggers §3.1)', async () => {
    const record = await lead();
    await edit(record.id, { city: 'Bern' });
    await edit(record.id, { status: 'Won', city: 'Chur' });
    await edit(record.id, { budget: 12.5 });
    const all = await reads('fields', record, 2);
    await settled();
    assert.deepEqual(all.map(({ lead: { status, budget } }) => [status, budget]).sort(), [['Won', 12.5], ['Won', null]].sort());
    assert.equal(reported('fields', record), 2);
  });
  test('filters: the lead after the change decides (spec/triggers §3.1)', async () => {
    const [in1, out1, out2] = [await lead({ score: 60 }), await lead({ score: 60, city: 'Bern' }), await lead({ score: 10 })];
    await edit(in1.id, { city: 'bern' });
    await edit(out1.id, { city: 'Chur' });
    await edit(out2.id, { city: 'Bern' });
    await reads('filters', in1);
    await settled();
    assert.deepEqual([reported('filters', in1), reported('filters', out1), reported('filters', out2)], [1, 0, 0]);
  });
  test('one run per event and workflow; none for a refused change (spec/triggers §3.3)', async () => {
    const record = await lead();
    await edit(record.id, { city: 'Bern' });
    const taken = await lead();
    assert.equal((await sales('PATCH', `/api/leads/${record.id}`, { email: taken.email })).status, 400);
    assert.equal((await sales('POST', '/api/leads/new', { company, email: taken.email })).status, 400);
    await reads('twice', record);
    await settled();
    assert.equal(reported('twice', record), 1);
  });
  test('the owner of the workflow must be able to view the lead (spec/triggers §3.3)', async () => {
    const others = await lead();
    const owned = await lead({}, withKey(user('own@acme.test')));
    await reads('own leads', owned);
    await settled();
    assert.equal(reported('own leads', others), 0);
  });
  test('a disabled workflow starts nothing, also not later (spec/triggers §1.2)', async () => {
    const record = await lead();
    await settled();
    await apply({ workflows: [{ name: 'off', enabled: true }] });
    const next = await lead();
    await reads('off', next);
    assert.equal(reported('off', record), 0);
  });
  test('runs of one lead are stored in the order of its changes (spec/triggers §3.4)', async () => {
    const record = await lead();
    for (let score = 1; score <= 8; score++) await edit(record.id, { score });
    const requests = await receiver.wait('/updated', { count: 8, fits: about(record) });
    const scoreOf = new Map(requests.map(({ json }) => [json.run, json.data.lead.score]));
    const order = (await runs('updated')).runs.filter(({ id }) => scoreOf.has(id)).map(({ id }) => scoreOf.get(id));
    assert.deepEqual(order, [8, 7, 6, 5, 4, 3, 2, 1], 'newest first');
  });
  test('changes by a run and of a batch count; those of apply do not (spec/triggers §3.3, §3.5)', async () => {
    const email = `${unique('chained')}@contract.test`;
    assert.equal((await start('chained', { data: { email } })).status, 202);
    const [chained] = await receiver.wait('/created', { fits: ({ json }) => json.data.lead.email === email });
    assert.equal(chained.json.data.by.means.type, 'workflow');
    const emails = [1, 2].map(() => `${unique('batch')}@contract.test`);
    await sales('POST', '/api/leads/batch/new', { items: emails.map((item) => ({ email: item, company })) });
    await receiver.wait('/created', { count: 2, fits: ({ json }) => emails.includes(json.data.lead.email) });
    const applied = `${unique('applied')}@contract.test`;
    await apply({ leads: [{ email: applied, company, owner: 'admin@acme.test' }] });
    await settled();
    assert.deepEqual(receiver.of('/created').filter(({ json }) => json.data.lead.email === applied), []);
  });
  test('a workflow that triggers itself runs eleven times (spec/triggers §1.4)', async () => {
    flowOf('looping');
    const record = await newLead(sales, { company: loop, score: 100 });
    await edit(record.id, { score: 200 });
    const scoreOf = async () => (await admin('GET', `/api/leads/${record.id}`)).json.lead.score;
    await eventually(async () => (await scoreOf()) >= 211, { forMs: 45_000, everyMs: 300 });
    await sleep(2500);
    assert.equal(await scoreOf(), 211);
    assert.equal((await runs('looping')).total, 11);
  });
});

describe('manual', () => {
  test('any workflow can be started: 202 with a run that reads the data (spec/triggers §4.2)', async () => {
    const res = await start('plain', { data: { a: { b: [1, null] }, __headers: { x: ['y'] }, __trigger: 'fake' } });
    assert.equal(res.status, 202, res.text);
    assert.deepEqual(Object.keys(res.json), ['run_id']);
    assert.match(res.json.run_id, UUID);
    const [{ json }] = await receiver.wait('/plain', { fits: ({ json: { run } }) => run === res.json.run_id });
    assert.deepEqual(json.data, { a: { b: [1, null] }, __headers: {}, __trigger: 'manual' });
    assert.ok((await runs('plain')).runs.some(({ id }) => id === res.json.run_id));
    for (const body of [undefined, '', {}, { data: {} }]) assert.equal((await start('plain', body)).status, 202, JSON.stringify(body));
  });
  test('inputs are checked; what is left out is null (spec/triggers §4.1, §4.3)', async () => {
    const cases = [
      [{}, 'data.reason: is required.'],
      [{ reason: '' }, 'data.reason: is required.'],
      [{ reason: null }, 'data.reason: is required.'],
      [{ reason: 7 }, 'data.reason: must be a text.'],
      [{ reason: 'x', count: '7' }, 'data.count: must be a number.'],
      [{ reason: 'x', urgent: 'yes' }, 'data.urgent: must be true or false.'],
      [{ reason: 'x', day: '30.11.2026' }, 'data.day: must be a date such as 2026-11-30.'],
      [{ reason: 'x', day: '2026-02-30' }, 'data.day: must be a date such as 2026-11-30.'],
      [{ reason: 'x', other: 1 }, 'data.other: there is no such input.'],
    ];
    for (const [data, message] of cases) nested(await start('form', { data }), 400, message);
    const res = await start('form', { data: { reason: 'Call', count: 7.5, day: '2026-11-30' } });
    assert.equal(res.status, 202, res.text);
    const [{ json }] = await receiver.wait('/form', { fits: ({ json: { run } }) => run === res.json.run_id });
    assert.deepEqual(json.data, { reason: 'Call', count: 7.5, urgent: null, day: '2026-11-30', __headers: {}, __trigger: 'manual' });
  });
  test('errors: credential, method, body, id, state (spec/triggers §4.3)', async () => {
    const path = `/api/workflows/${flowOf('plain').id}/start`;
    htmlPage(await anonymous()('POST', path, {}), 'POST');
    nested(await admin('GET', path), 405, `No route found for GET ${path}: Method Not Allowed (Allow: POST)`);
    nested(await admin('POST', path, '[]'), 400, 'The body must be a JSON object.');
    nested(await admin('POST', path, '{"a":'), 400);
    nested(await admin('POST', path, { dat: {} }), 400, 'dat: there is no such key.');
    for (const data of [[], 'x', 7, null]) nested(await admin('POST', path, { data }), 400, 'data: must be an object.');
    notFound(await admin('POST', '/api/workflows/999999999/start', {}));
    nested(await admin('POST', '/api/workflows/plain/start', {}), 404, /No route found/);
    nested(await start('form off', {}), 409, '"form off" is switched off, or its owner is. Switch it on first.');
    nested(await admin('POST', '/api/workflows/999999999/start', { dat: 1 }), 400);
  });
  test('access: view only is 403, out of sight 404, own workflows can be started (spec/triggers §4.3)', async () => {
    flowOf('plain');
    const permissions = (view, edit) => ({ 'api.access_rest': true, 'workflows.view': view, 'workflows.edit': edit });
    const [viewer, none] = [`${unique('viewer')}@contract.test`, `${unique('none')}@contract.test`];
    const { users } = await apply({
      roles: [{ name: 'Flow viewer', permissions: permissions('all', 'none') }, { name: 'Flow none', permissions: permissions('none', 'none') }, { name: 'Flow own', permissions: permissions('own', 'own') }],
      users: [{ email: viewer, name: 'Vera', role: 'Flow viewer' }, { email: none, name: 'Nico', role: 'Flow none' }, { email: 'flowown@contract.test', name: 'Owen', role: 'Flow own' }],
      workflows: [{ ...flow('of owen', []), owner: 'flowown@contract.test' }],
    });
    made.push(...(await apply({ workflows: [{ name: 'of owen' }] })).workflows);
    const as = (email) => withKey(byName(users, email));
    nested(await start('plain', {}, as(viewer)), 403, 'You need edit access to this workflow.');
    nested(await start('form', { data: { other: 1 } }, as(viewer)), 403, 'You need edit access to this workflow.');
    notFound(await start('plain', {}, as(none)));
    notFound(await start('plain', {}, as('flowown@contract.test')));
    assert.equal((await start('of owen', {}, as('flowown@contract.test'))).status, 202);
  });
  test('Idempotency-Key: one run (spec/triggers §4.2)', async () => {
    const headers = { 'Idempotency-Key': unique('start') };
    const [one, two] = [await start('plain', { data: { n: 1 } }, admin, headers), await start('plain', { data: { n: 1 } }, admin, headers)];
    assert.equal(one.status, 202, one.text);
    assert.equal(two.text, one.text);
    nested(await start('plain', { data: { n: 2 } }, admin, headers), 422);
  });
});

describe('schedule, last because it takes up to a minute', () => {
  test('once per due minute, although two schedules are due; never while disabled (spec/triggers §2.4, §1.2)', async () => {
    flowOf('ticking');
    const [{ json, at }] = await receiver.wait('/ticking', { forMs: 75_000 });
    assert.equal(json.data.__trigger, 'schedule');
    assert.match(json.data.scheduled_for, /^\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z$/);
    const due = Date.parse(json.data.scheduled_for);
    assert.ok(due > appliedAt - 1000 && at >= due && at - due < 20_000, `due ${json.data.scheduled_for}, came ${new Date(at).toISOString()}`);
    await sleep(1500);
    const minutes = receiver.of('/ticking').map((request) => request.json.data.scheduled_for);
    assert.equal(new Set(minutes).size, minutes.length, minutes.join(' '));
    assert.equal((await runs('ticking off')).total, 0);
  });
});
