// The rules of undo by cause over REST (spec/undo).
import { describe, expect, test } from 'vitest';
import { erasePerson } from '../../../src/core/erasure/index.ts';
import { saveLeadField } from '../../../src/core/lead-fields/index.ts';
import { jobSteps } from '../../../src/core/lead-files/index.ts';
import { agentOf } from '../../harness/agents.ts';
import { changing, testActor } from '../../harness/builders.ts';
import { buildPrincipal, startFile, workOff } from '../../harness/job-stage.ts';
import { useRest } from '../../harness/rest-stage.ts';

const all = {
  'leads.view': 'all',
  'leads.create': true,
  'leads.edit': 'all',
  'leads.delete': 'all',
} as const;
const since = new Date(Date.now() - 3_600_000).toISOString();
const rest = useRest();
const { database } = rest;
const boss = rest.caller({ isAdmin: true });
const ann = rest.caller({ permissions: all });
const build = (permissions: object) => rest.build({ permissions });
type Caller = typeof boss;

const create = async (caller: Caller, values: object = {}) =>
  (await caller.ask('POST', '/api/leads/new', { body: values })).json.lead.id as number;
const edit = (caller: Caller, id: number, values: object) =>
  caller.ask('PATCH', `/api/leads/${id}`, { body: values });
const read = async (id: number) => (await boss.ask('GET', `/api/leads/${id}`)).json?.lead;
const causeOf = ({ user }: Caller) => ({ user: user.id, means: { type: 'api_key' } });

/** Starts an undo as a caller and finishes it. */
async function undo(body: object, caller = boss) {
  const started = await caller.ask('POST', '/api/undo/new', { body });
  expect(started.status, started.text).toBe(202);
  await workOff(database.current);
  const { id } = started.json.undo;
  const done = (await caller.ask('GET', `/api/undo/${id}`)).json.undo;
  const left = (await caller.ask('GET', `/api/undo/${id}/left-alone`)).json.left_alone;
  return { id, done, left };
}

describe('causes', () => {
  test('a user alone includes the user’s agents and jobs; a means does not (spec/undo §1.1)', async () => {
    const kim = await build(all);
    const id = await create(boss, { city: 'Bern', company: 'Old', score: 1 });
    await edit(kim, id, { city: 'Basel' });
    const agent = await agentOf(rest.context, rest.api, rest.workspace, kim);
    await agent.call('update_lead', { id, company: 'New' });
    const byKey = await undo({ cause: causeOf(kim), since });
    expect(byKey.done).toMatchObject({ status: 'succeeded', changed: 1, fields: 1, left_alone: 0 });
    expect(await read(id)).toMatchObject({ city: 'Bern', company: 'New' });
    const byUser = await undo({ cause: { user: kim.user.id }, since });
    expect(await read(id)).toMatchObject({ city: 'Bern', company: 'Old' });
    expect(byUser.left).toMatchObject([
      { lead_id: id, field: 'city', changed_by: `${boss.user.name}, ${byKey.done.name}` },
    ]);
  });

  test.each([
    [{}, 'cause: name a user, a means or both, or a run, or a job.'],
    [{ user: 1, job: 2 }, 'cause: name a user, a means or both, or a run, or a job.'],
    [{ means: { type: 'mail' } }, undefined],
    [{ run: 'x' }, undefined],
    [{ person: 1 }, 'cause.person: there is no such key.'],
  ])('rejects the cause %j', async (cause, message) => {
    const { status, json } = await boss.ask('POST', '/api/undo/preview', { body: { cause, since } });
    expect(status).toBe(400);
    if (message) expect(json.error.message).toBe(message);
  });

  test('only changes in the period count, and since is required unless the cause ends by itself (spec/undo §1.2)', async () => {
    const kim = await build(all);
    const id = await create(boss, { city: 'Bern', company: 'Old' });
    await edit(kim, id, { city: 'Basel' });
    const { date } = (await boss.ask('GET', `/api/leads/${id}/history`)).json.history[0];
    const later = new Date(Date.parse(date) + 1).toISOString();
    await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(later));
    await edit(kim, id, { company: 'New' });
    const ask = (body: object) =>
      boss.ask('POST', '/api/undo/preview', { body: { cause: causeOf(kim), ...body } });
    expect((await ask({})).json.error.message).toBe('since: is required.');
    expect((await ask({ since, until: '2020-01-01T00:00:00Z' })).json.error.message).toBe(
      'until: must not be before since.',
    );
    expect((await ask({ since: later })).json.preview).toMatchObject({ fields: 1 });
    expect((await ask({ since })).json.preview).toMatchObject({ fields: 2 });
    expect((await ask({ since, until: date })).json.preview).toMatchObject({ fields: 1 });
    const none = await boss.ask('POST', '/api/undo/preview', { body: { cause: { job: 987_654 } } });
    expect([none.status, none.json.error.message]).toEqual([
      409,
      'The history has no changes by this cause in this period that you can see.',
    ]);
  });

  test('leads that the caller can see but not change are listed, others are hidden; limited programs are rejected (spec/undo §1.3)', async () => {
    const kim = await build(all);
    const seller = await build({ ...all, 'leads.edit': 'own' });
    const hidden = await build({ ...all, 'leads.view': 'own' });
    const mine = await create(boss, { city: 'Bern', owner_id: seller.user.id });
    const theirs = await create(boss, { city: 'Bern' });
    for (const id of [mine, theirs]) await edit(kim, id, { city: 'Basel' });
    const done = await undo({ cause: causeOf(kim), since }, seller);
    expect(done.done).toMatchObject({ leads: 2, changed: 1, left_alone: 1 });
    expect(done.left).toMatchObject([
      { lead_id: theirs, field: null, reason: "Your role doesn't allow you to edit this lead." },
    ]);
    expect((await hidden.ask('POST', '/api/undo/new', { body: { cause: causeOf(kim), since } })).status).toBe(
      409,
    );
    const viewer = await build({ 'leads.view': 'all' });
    expect((await viewer.ask('POST', '/api/undo/new', { body: { cause: causeOf(kim), since } })).status).toBe(
      403,
    );
    const limited = await build({ ...all, 'api.write_rest': 'own' });
    expect(
      (await limited.ask('POST', '/api/undo/new', { body: { cause: causeOf(kim), since } })).status,
    ).toBe(403);
    expect((await kim.ask('GET', `/api/undo/${done.id}`)).status).toBe(404);
  });
});

describe('what is undone', () => {
  test('created leads are deleted, deleted ones restored and restored ones deleted, unless others changed them (spec/undo §2.2)', async () => {
    const kim = await build(all);
    const made = await create(kim, { city: 'Bern' });
    const kept = await create(kim, { city: 'Bern' });
    await edit(ann, kept, { company: 'Ann’s' });
    const removed = await create(boss, { city: 'Bern' });
    await kim.ask('DELETE', `/api/leads/${removed}`);
    const back = await create(boss, { city: 'Bern' });
    await boss.ask('DELETE', `/api/leads/${back}`);
    await kim.ask('POST', `/api/leads/${back}/restore`);
    const { id, done, left } = await undo({ cause: causeOf(kim), since });
    expect(done).toMatchObject({ deleted: 2, restored: 1, left_alone: 1 });
    expect(
      await Promise.all([made, kept, removed, back].map(async (lead) => Boolean(await read(lead)))),
    ).toEqual([false, true, true, false]);
    expect(left).toMatchObject([{ lead_id: kept, field: null, changed_by: ann.user.name }]);
    expect((await undo({ cause: { job: id } })).done).toMatchObject({
      deleted: 1,
      restored: 2,
      left_alone: 0,
    });
  });

  test('a value that can’t be set is listed and the other fields go back; a value that the cause moved is released first (spec/undo §2.3)', async () => {
    const kim = await build(all);
    await changing(rest.context, rest.workspace.id, async (change) => {
      await saveLeadField(change, { alias: 'plan', type: 'select', options: ['free', 'paid'] });
    });
    const first = await create(boss, { email: 'first@undo.test', city: 'Bern', plan: 'free' });
    const second = await create(boss, { email: 'second@undo.test' });
    await edit(kim, first, { email: 'other@undo.test', city: 'Basel', plan: 'paid' });
    await edit(kim, second, { email: 'first@undo.test' });
    await edit(kim, first, { company: 'Last' });
    const third = await create(boss, { email: 'third@undo.test' });
    await edit(kim, third, { email: 'away@undo.test', city: 'Basel' });
    await create(boss, { email: 'third@undo.test' });
    await changing(rest.context, rest.workspace.id, (change) =>
      saveLeadField(change, { alias: 'plan', type: 'select', options: ['paid', 'gold'] }),
    );
    const { left } = await undo({ cause: causeOf(kim), since });
    expect(await read(first)).toMatchObject({ email: 'first@undo.test', city: 'Bern', plan: 'paid' });
    expect(await read(second)).toMatchObject({ email: 'second@undo.test' });
    expect(await read(third)).toMatchObject({ email: 'away@undo.test', city: null });
    expect(left.map(({ lead_id, field }: { lead_id: number; field: string }) => [lead_id, field])).toEqual(
      expect.arrayContaining([
        [first, 'plan'],
        [third, 'email'],
      ]),
    );
    expect(left).toHaveLength(2);
  });

  test('the history names the undo, and no trigger starts (spec/undo §2.4)', async () => {
    const kim = await build(all);
    const id = await create(boss, { city: 'Bern' });
    await edit(kim, id, { city: 'Basel' });
    const started = await undo({ cause: causeOf(kim), since });
    const [entry] = (await boss.ask('GET', `/api/leads/${id}/history`)).json.history;
    expect(entry).toMatchObject({
      action: 'edited',
      user: { id: boss.user.id },
      means: { type: 'ui', id: started.id, name: `Undo: ${kim.user.name}` },
      changes: [{ field: 'city', old: 'Basel', new: 'Bern' }],
    });
    const rows = await database.current.query(
      'select starts_triggers from events where lead_id = $1 order by id desc limit 1',
      [id],
    );
    expect(rows).toEqual([{ starts_triggers: false }]);
  });

  test('erased leads aren’t touched (spec/undo §2.5)', async () => {
    const kim = await build(all);
    const gone = await create(boss, { email: 'gone@undo.test' });
    const stays = await create(boss, { city: 'Bern' });
    for (const id of [gone, stays]) await edit(kim, id, { city: 'Basel' });
    await erasePerson(rest.context, testActor, rest.workspace.id, { email: 'gone@undo.test' });
    expect((await undo({ cause: causeOf(kim), since })).done).toMatchObject({
      leads: 1,
      changed: 1,
      left_alone: 0,
    });
  });
});

describe('jobs', () => {
  test('an import is a cause, and its undo can be repeated by key and undone (spec/undo §3.1)', async () => {
    const principal = await buildPrincipal(database.current, rest.workspace, { isAdmin: true });
    const rows = Array.from({ length: 250 }, (_, row) => `i${row}@import.test,Imported`);
    const job = await startFile(database.current, principal, `email,last_name\n${rows.join('\n')}`);
    const running = await boss.ask('POST', '/api/undo/new', { body: { cause: { job } } });
    expect([running.status, running.json.error.message]).toEqual([
      409,
      'This job is still running. Cancel it first.',
    ]);
    await workOff(database.current);
    const key = { 'idempotency-key': 'undo-import' };
    const ask = () => boss.ask('POST', '/api/undo/new', { body: { cause: { job } }, headers: key });
    const first = await ask();
    const again = await ask();
    expect([first.status, again.text]).toEqual([202, first.text]);
    expect(first.json.undo).toMatchObject({
      status: 'queued',
      name: 'Undo: Import of people.csv',
      leads: 250,
    });
    await workOff(database.current);
    const { undo: done } = (await boss.ask('GET', `/api/undo/${first.json.undo.id}`)).json;
    expect(done).toMatchObject({ status: 'succeeded', done: 250, deleted: 250, left_alone: 0 });
    expect((await undo({ cause: { job: done.id } })).done).toMatchObject({ restored: 250, left_alone: 0 });
  });

  test('nothing is undone twice if workers are killed, and an undo can be cancelled (spec/undo §3.2)', async () => {
    const kim = await build(all);
    const ids: number[] = [];
    for (let index = 0; index < 230; index++) ids.push(await create(kim, { city: 'Bern' }));
    const body = { cause: causeOf(kim), since };
    const cancelled = (await boss.ask('POST', '/api/undo/new', { body })).json.undo.id;
    expect((await boss.ask('POST', `/api/undo/${cancelled}/cancel`)).json.undo).toMatchObject({
      status: 'cancelled',
      done: 0,
    });
    const { id } = (await boss.ask('POST', '/api/undo/new', { body })).json.undo;
    let steps = 0;
    // Every second step is killed before its batch commits.
    await workOff(database.current, {
      ...jobSteps,
      undo: (context, held) => {
        if (steps++ % 2 === 1) return jobSteps.undo(context, held);
        const db = context.db.rehearse();
        return jobSteps.undo({ ...context, db }, held).then(() => true);
      },
    });
    expect((await boss.ask('GET', `/api/undo/${id}`)).json.undo).toMatchObject({
      status: 'succeeded',
      done: 230,
      deleted: 230,
    });
    const rows = await database.current.query(
      "select count(*)::int as entries from lead_history where lead_id = any($1::bigint[]) and action = 'deleted'",
      [ids],
    );
    expect(rows).toEqual([{ entries: 230 }]);
  });

  test('a preview lists what an undo would do and changes nothing (spec/undo §3.3)', async () => {
    const kim = await build(all);
    const [changed, left] = [await create(boss, { city: 'Bern' }), await create(boss, { city: 'Bern' })];
    for (const id of [changed, left]) await edit(kim, id, { city: 'Basel' });
    await edit(ann, left, { city: 'Genf' });
    const made = await create(kim);
    const { preview } = (
      await boss.ask('POST', '/api/undo/preview', { body: { cause: causeOf(kim), since } })
    ).json;
    expect(preview).toMatchObject({
      name: kim.user.name,
      leads: 3,
      covered: 3,
      changed: 1,
      fields: 1,
      deleted: 1,
      restored: 0,
      left_alone: 1,
      first: {
        changed: [{ lead_id: changed, changes: [{ field: 'city', old: 'Basel', new: 'Bern' }] }],
        deleted: [made],
        restored: [],
        left_alone: [{ lead_id: left, field: 'city', changed_by: ann.user.name }],
      },
    });
    expect(await read(changed)).toMatchObject({ city: 'Basel' });
  });

  test('the list of what was left alone is paged (spec/undo §3.4)', async () => {
    const kim = await build(all);
    const ids: number[] = [];
    for (let index = 0; index < 5; index++) ids.push(await create(boss, { city: 'Bern' }));
    for (const id of ids) await edit(kim, id, { city: 'Basel' });
    for (const id of ids) await edit(ann, id, { city: 'Genf' });
    const { id } = await undo({ cause: causeOf(kim), since });
    const page = (await boss.ask('GET', `/api/undo/${id}/left-alone?start=1&limit=2`)).json;
    expect(page).toMatchObject({ total: '5', left_alone: [{ lead_id: ids[3] }, { lead_id: ids[2] }] });
    expect(page.left_alone[0]).toMatchObject({
      field: 'city',
      reason: 'The field was changed since.',
      changed_by: ann.user.name,
      changed_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });
});
