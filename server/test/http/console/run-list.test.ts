// Tests the console's run list: what it can be filtered by, what it shows about each run, and retrying and canceling several runs.
import { beforeAll, describe, expect, test } from 'vitest';
import { saveRole } from '../../../src/core/roles/index.ts';
import { saveSecret } from '../../../src/core/secrets/index.ts';
import { saveWorkflow } from '../../../src/core/workflows/index.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import { sql } from '../../../src/db/driver/sql.ts';
import { uuid7 } from '../../../src/lib/crypto/uuid7.ts';
import { buildUser, buildWorkspace, changing } from '../../harness/builders.ts';
import { type Ask, useConsoleData } from '../../harness/console/console-data.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();
const signIn = useConsoleData(database);
const context = () => database.current.context;
const hourMs = 3_600_000;
const secret = 'wonderful-partner-key-4711';

let workspace: Workspace;
let builder: Ask;
let viewer: Ask;
let admin: Ask;
let author = '';
let own = 0;
let others = 0;

const makeWorkflow = async (name: string, owner: string) =>
  (
    await changing(context(), workspace.id, (change) =>
      saveWorkflow(change, { name, owner, steps: [{ name: 'end', type: 'stop', as: 'succeeded' }] }),
    )
  ).id;

interface PastRun {
  readonly status?: string;
  readonly agoMs?: number;
  readonly tookMs?: number;
  readonly input?: object;
  readonly version?: number;
  readonly retryOf?: string;
  /** Whether a request to the workflow's webhook started the run. */
  readonly isRequest?: boolean;
}

/** Inserts a past run as the engine would store it. */
async function insertRun(workflow: number, run: PastRun = {}) {
  const {
    status = 'succeeded',
    agoMs = 1_000,
    tookMs = 0,
    input = {},
    version = 1,
    retryOf = null,
    isRequest = false,
  } = run;
  const at = new Date(Date.now() - agoMs);
  const id = uuid7(at.getTime());
  const hasEnded = ['succeeded', 'failed', 'cancelled'].includes(status);
  const endedAt = hasEnded ? new Date(at.getTime() + tookMs) : null;
  await context().db.write(workspace.id, (transaction) =>
    transaction.query(sql`
      insert into runs (workspace_id, id, workflow_id, workflow_version, status, accepted_at, started_at, ended_at,
                        is_awaited, input, retry_of, listener_id)
      values (${workspace.id}, ${id}, ${workflow}, ${version}, ${status}, ${at}, ${at}, ${endedAt}, false,
              ${JSON.stringify(input)}, ${retryOf}::uuid,
              (select id from listeners where workspace_id = ${workspace.id} and workflow_id = ${workflow} and ${isRequest}))`),
  );
  return id;
}

interface PastStep {
  readonly type: string;
  readonly status: string;
  readonly input?: object;
  readonly output?: object;
  readonly attempts?: readonly object[];
}

async function insertStep(run: string, name: string, { type, status, ...values }: PastStep) {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  await context().db.write(workspace.id, (transaction) =>
    transaction.query(sql`
      insert into run_steps (workspace_id, run_id, path, position, name, type, status, started_at, input, output, attempts)
      values (${workspace.id}, ${run}, ${name}, 0, ${name}, ${type}, ${status}, now(), ${json(values.input)},
              ${json(values.output)}, ${json(values.attempts)})`),
  );
}

const idsIn = async (ask: Ask, query: string): Promise<string[]> => {
  const { status, body } = await ask(`GET /runs?${query}`);
  expect(status).toBe(200);
  return body.runs.map(({ id }: { id: string }) => id);
};
const listed = async (ask: Ask, id: string) => (await ask(`GET /runs?search=${id}`)).body.runs[0];

beforeAll(async () => {
  workspace = await buildWorkspace(context());
  await changing(context(), workspace.id, async (change) => {
    await saveRole(change, {
      name: 'Builder',
      permissions: { 'workflows.view': 'all', 'workflows.edit': 'own' },
    });
    await saveRole(change, { name: 'Looker', permissions: { 'workflows.view': 'all' } });
    await saveRole(change, { name: 'Everything', isAdmin: true });
    await saveSecret(change, 'partner', secret);
  });
  const { ask, user } = await signIn(workspace, { role: 'Builder' });
  [builder, author] = [ask, user.email];
  viewer = (await signIn(workspace, { role: 'Looker' })).ask;
  admin = (await signIn(workspace, { role: 'Everything' })).ask;
  const other = await buildUser(context(), workspace.id, { role: 'Builder' });
  own = await makeWorkflow('Own', author);
  others = await makeWorkflow('Others', other.email);
});

describe('filters', () => {
  test('several statuses, a version, and a time range can be combined', async () => {
    const workflow = others;
    const failed = await insertRun(workflow, { status: 'failed', version: 7 });
    const cancelled = await insertRun(workflow, { status: 'cancelled', version: 7 });
    const old = await insertRun(workflow, { status: 'failed', version: 7, agoMs: 30 * hourMs });
    await insertRun(workflow, { status: 'succeeded', version: 7 });
    await insertRun(workflow, { status: 'failed', version: 8 });
    const query = `workflow=${workflow}&version=7&status=failed,cancelled`;
    expect(await idsIn(viewer, `${query}&span=day`)).toEqual([cancelled, failed]);
    expect(await idsIn(viewer, query)).toEqual([cancelled, failed, old]);
    const [from, to] = [31, 29].map((hours) => new Date(Date.now() - hours * hourMs).toISOString());
    expect(await idsIn(viewer, `${query}&from=${from}&to=${to}`)).toEqual([old]);
  });

  test('an unknown status is rejected', async () => {
    expect((await viewer('GET /runs?status=failed,lost')).status).toBe(400);
  });

  test('a run is found by its ID at any time, and by the start of its ID', async () => {
    const old = await insertRun(own, { agoMs: 20 * 24 * hourMs });
    expect(await idsIn(viewer, `search=${old}&span=hour`)).toEqual([old]);
    expect(await idsIn(viewer, `search=${old.slice(0, 18)}&span=month`)).toEqual([old]);
  });

  test('a run is found by a value in its trigger data, in any case and with quotes', async () => {
    const run = await insertRun(own, { input: { company: 'Nordlicht "Studio"' } });
    const search = encodeURIComponent('NORDLICHT "stu');
    expect(await idsIn(viewer, `search=${search}&span=hour`)).toEqual([run]);
    expect(await idsIn(viewer, `search=${search}&status=failed`)).toEqual([]);
  });

  test('a search finds no part of a secret, in the list or in the chart', async () => {
    await insertRun(own, { input: { key: secret, note: 'ordinary' } });
    expect(await idsIn(viewer, 'search=ordinary')).toHaveLength(1);
    expect(await idsIn(viewer, 'search=wonderful-part')).toEqual([]);
    expect(await idsIn(viewer, `search=${encodeURIComponent('"key":"wond')}`)).toEqual([]);
    expect((await viewer('GET /runs-chart?search=wonderful-part')).body.counts).toEqual([]);
  });
});

describe('a lead', () => {
  let run = '';
  let lead = 0;
  beforeAll(async () => {
    const { body } = await admin('POST /leads', {
      first_name: 'Lea',
      last_name: 'Lindqvist',
      email: 'lea@nordlicht.example',
    });
    lead = body.lead.id;
    run = await insertRun(own, { input: { other: 'value' } });
    await insertStep(run, 'save', { type: 'lead.create', status: 'succeeded', output: { id: lead } });
    await context().db.write(workspace.id, (transaction) =>
      transaction.query(sql`
        insert into lead_history (workspace_id, lead_id, at, action, means_type, changes, run_id)
        values (${workspace.id}, ${lead}, now(), 'edited', 'workflow', '[]', ${run})`),
    );
  });

  test('is shown with the run, and finds it by name, email address and ID', async () => {
    expect(await listed(admin, run)).toMatchObject({ lead: { id: lead, name: 'Lea Lindqvist' } });
    expect(await idsIn(admin, 'search=lindqvist%20lea')).toEqual([run]);
    expect(await idsIn(admin, 'search=lea@nordlicht.example')).toEqual([run]);
    expect(await idsIn(admin, `search=${lead}&span=hour`)).toContain(run);
  });

  test('is neither shown to nor found by a user who can’t see leads', async () => {
    expect(await listed(viewer, run)).toMatchObject({ id: run, lead: null });
    expect(await idsIn(viewer, 'search=lindqvist')).toEqual([]);
  });
});

describe('a listed run', () => {
  test('has its trigger and a line about its trigger data, without secrets', async () => {
    const run = await insertRun(own, { input: { __headers: {}, name: 'Lea', Email: 'lea@example.com' } });
    expect(await listed(viewer, run)).toMatchObject({ trigger: 'manual', summary: 'lea@example.com' });
    const retry = await insertRun(own, { retryOf: run, input: { key: secret } });
    const { trigger, summary } = await listed(viewer, retry);
    expect(trigger).toBe('retry');
    expect(summary).toMatch(/^key: /);
    expect(summary).not.toContain(secret);
  });

  test('says which attempt is next if a step is retried', async () => {
    const run = await insertRun(own, { status: 'waiting' });
    const next = new Date(Date.now() + 8_000).toISOString();
    await insertStep(run, 'call', {
      type: 'http.request',
      status: 'waiting',
      input: { method: 'GET', max_attempts: 10 },
      attempts: [
        { at: next, status: 503 },
        { at: next, status: 503, next_at: next },
      ],
    });
    expect(await listed(viewer, run)).toMatchObject({
      attempts: 2,
      step: { name: 'call', attempts: 2, max_attempts: 10, next_at: next },
    });
  });

  test('quotes the message of the server that rejected a call', async () => {
    const run = await insertRun(own, { status: 'failed' });
    await insertStep(run, 'call', {
      type: 'http.request',
      status: 'failed',
      output: { status: 422, headers: {}, body: { error: { message: 'email must not be empty' } } },
    });
    expect(await listed(viewer, run)).toMatchObject({ message: 'email must not be empty' });
  });
});

test('a run has the neighbors of its list, even if it no longer matches the filters', async () => {
  const workflow = await makeWorkflow(
    'Neighbors',
    (await buildUser(context(), workspace.id, { role: 'Builder' })).email,
  );
  const ofStatus = (status: string, agoMs: number) => insertRun(workflow, { status, agoMs });
  const oldest = await ofStatus('failed', 4_000);
  const middle = await ofStatus('succeeded', 3_000);
  const newest = await ofStatus('failed', 2_000);
  const neighborsOf = async (id: string, query: string) =>
    (await viewer(`GET /runs/${id}/neighbors?workflow=${workflow}&${query}`)).body;
  expect(await neighborsOf(newest, 'span=day')).toEqual({ previous: null, next: middle });
  expect(await neighborsOf(middle, 'span=day')).toEqual({ previous: newest, next: oldest });
  expect(await neighborsOf(oldest, 'span=day')).toEqual({ previous: middle, next: null });
  expect(await neighborsOf(oldest, 'status=failed')).toEqual({ previous: newest, next: null });
  expect(await neighborsOf(middle, 'status=failed')).toEqual({ previous: newest, next: oldest });
});

test('a run names the status of the runs it is linked to, and the request that started it', async () => {
  const failed = await insertRun(own, { status: 'failed', agoMs: 2_000, isRequest: true });
  const retry = await insertRun(own, { retryOf: failed, isRequest: true });
  expect((await viewer(`GET /runs/${retry}`)).body).toMatchObject({
    retry_of: failed,
    related: [{ id: failed, status: 'failed' }],
    request: null,
  });
  expect((await viewer(`GET /runs/${failed}`)).body).toMatchObject({ related: [], request: failed });
});

test('the list and its charts follow the filters, and the totals still cover every status', async () => {
  const search = 'chart-canary';
  await insertRun(own, { status: 'failed', input: { search } });
  await insertRun(own, { status: 'succeeded', input: { search } });
  await insertRun(others, { status: 'succeeded', input: { search } });
  const filter = `search=${search}&status=failed&workflow=${own}&span=day`;
  const { body } = await viewer(`GET /runs-chart?${filter}`);
  expect(body).toMatchObject({ slots: 48, slot_seconds: 1_800, counts: [{ status: 'failed', count: 1 }] });
  expect(body.latency.find(({ slot }: { slot: number | null }) => slot === null)).toMatchObject({ count: 1 });
  const { body: list } = await viewer(`GET /runs?${filter}`);
  expect(list.runs).toMatchObject([{ status: 'failed' }]);
  expect(list.totals).toHaveLength(2);
  expect(list.totals).toContainEqual({ status: 'succeeded', count: 1 });
  const { body: later } = await viewer(`GET /runs?${filter}&before=${list.runs[0].id}`);
  expect(later).toMatchObject({ runs: [], totals: [] });
});

test('a chart of any time range has about sixty slots that start at whole times', async () => {
  const { body } = await viewer('GET /runs-chart?from=2026-03-01T10:07:00Z&to=2026-03-01T11:13:00Z');
  expect(body).toMatchObject({ since: '2026-03-01T10:06:00.000Z', slot_seconds: 120, slots: 34 });
});

describe('the chart of the last hour', () => {
  const minuteMs = 60_000;

  test('shows p50 and p95 latency without unfinished and canceled runs', async () => {
    const workflow = await makeWorkflow('Measured', author);
    const insert = (status: string, agoMs: number, tookMs: number) =>
      insertRun(workflow, { status, agoMs, tookMs });
    for (let took = 1; took <= 20; took++)
      await insert(took > 18 ? 'failed' : 'succeeded', 10 * minuteMs, took * 10);
    await insert('succeeded', 30 * minuteMs, 5_000);
    await insert('cancelled', 10 * minuteMs, 3_000_000);
    await insert('running', 10 * minuteMs, 0);
    await insert('succeeded', 90 * minuteMs, 7);
    const { status, body } = await viewer(`GET /runs-chart?span=hour&workflow=${workflow}`);
    expect(status).toBe(200);
    expect(body.is_cut).toBe(false);
    const all = body.latency.find(({ slot }: { slot: number | null }) => slot === null);
    expect(all).toEqual({ slot: null, count: 21, p50_ms: 110, p95_ms: 200 });
    const minutes = body.latency.filter(({ slot }: { slot: number | null }) => slot !== null);
    expect(minutes).toHaveLength(2);
    expect(minutes).toContainEqual(expect.objectContaining({ count: 20, p50_ms: 100, p95_ms: 190 }));
    expect(minutes).toContainEqual(expect.objectContaining({ count: 1, p50_ms: 5_000, p95_ms: 5_000 }));
    const counted = body.counts.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
    expect(counted).toBe(23);
  });

  test('shows no latency if there were no runs', async () => {
    const workflow = await makeWorkflow('Unused', author);
    expect((await viewer(`GET /runs-chart?span=hour&workflow=${workflow}`)).body).toMatchObject({
      latency: [],
      counts: [],
    });
  });
});

test('a run says whether the user can control it', async () => {
  const failed = { status: 'failed' };
  const [mine, theirs] = [await insertRun(own, failed), await insertRun(others, failed)];
  const mayControl = async (ask: Ask, run: string) => (await ask(`GET /runs/${run}`)).body.may_control;
  expect(await mayControl(builder, mine)).toBe(true);
  expect(await mayControl(builder, theirs)).toBe(false);
  expect(await mayControl(viewer, mine)).toBe(false);
});

describe('several runs', () => {
  test('are retried or canceled, and those that can’t be are named with the reason', async () => {
    const [failed, done] = [await insertRun(own, { status: 'failed' }), await insertRun(own)];
    const foreign = await insertRun(others, { status: 'failed' });
    const { status, body } = await builder('POST /runs/retry', { runs: [failed, done, foreign] });
    expect(status).toBe(200);
    expect(body.retried).toMatchObject([{ run: failed }]);
    expect(body.refused).toEqual([
      { run: done, reason: expect.stringContaining('succeeded') },
      { run: foreign, reason: expect.stringContaining('edit access') },
    ]);
    const idsOf = async (filter: string) =>
      (await viewer(`GET /runs?status=${filter}`)).body.runs.map(({ id }: { id: string }) => id);
    expect(await idsOf('retried')).toContain(failed);
    expect(await idsOf('failed')).not.toContain(failed);
    const waiting = await insertRun(own, { status: 'waiting' });
    const cancelled = await builder('POST /runs/cancel', { runs: [waiting, done] });
    expect(cancelled.body).toEqual({
      cancelled: [waiting],
      refused: [{ run: done, reason: expect.stringContaining('finished') }],
    });
    expect(await listed(viewer, waiting)).toMatchObject({ status: 'cancelled' });
  });

  test('can’t be controlled by a user without edit access, and are limited in number', async () => {
    const run = await insertRun(own, { status: 'failed' });
    for (const path of ['retry', 'cancel']) {
      expect((await viewer(`POST /runs/${path}`, { runs: [run] })).status).toBe(403);
      expect((await builder(`POST /runs/${path}`, { runs: Array(26).fill(run) })).status).toBe(400);
    }
    expect(await listed(viewer, run)).toMatchObject({ status: 'failed', retried_as: null });
  });
});
