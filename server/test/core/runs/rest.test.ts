// Runs over REST (spec/rest-api §13).
import { beforeAll, describe, expect, test } from 'vitest';
import { upsertSteps } from '../../../src/core/runs/index.ts';
import { saveSecret } from '../../../src/core/secrets/index.ts';
import { removeWorkflow, saveWorkflow } from '../../../src/core/workflows/index.ts';
import { sql } from '../../../src/db/driver/sql.ts';
import type { RunId } from '../../../src/lib/ids.ts';
import { changing } from '../../harness/builders.ts';
import { errorOf, readPages, useRest } from '../../harness/rest-stage.ts';

const rest = useRest();
const admin = rest.caller({ isAdmin: true });
const viewer = rest.caller({ permissions: { 'workflows.view': 'all', 'workflows.edit': 'own' } });
const owner = rest.caller({ permissions: { 'workflows.view': 'own', 'workflows.edit': 'own' } });
const stranger = rest.caller({ permissions: {} });
const secret = 'canary-0123456789';
let workflow: number;
const change = <T>(work: Parameters<typeof changing<T>>[2]) =>
  changing(rest.context, rest.workspace.id, work);

const steps = [{ name: 'end', type: 'stop', as: 'succeeded' }];
const buildWorkflow = async (name: string, email: string) =>
  (await change((c) => saveWorkflow(c, { name, owner: email, steps }))).id;

beforeAll(async () => {
  await change((c) => saveSecret(c, 'partner', secret));
  workflow = await buildWorkflow('Order', admin.user.email);
});

const at = (run: string, action = '') => `/api/runs/${run}${action}`;
const start = async (id = workflow, data: object = {}): Promise<RunId> =>
  (await admin.ask('POST', `/api/workflows/${id}/start`, { body: { data } })).json.run_id;
const fail = (run: RunId) =>
  change(({ transaction }) =>
    transaction.query(sql`
      update runs set status = 'failed', error = 'No', started_at = now(), ended_at = now()
      where workspace_id = ${rest.workspace.id} and id = ${run}`),
  );
const addSteps = (run: RunId, names: readonly string[], type = 'set') => {
  const now = new Date();
  const links = { sealedOutput: null, isHandled: false, calledRun: null, approval: null, attempts: null };
  const values = { input: '{"a":1}', output: '{"a":1}', error: null, errorCode: null };
  const rows = names.map((name, position) => ({
    ...{ name, type, path: name, position, status: 'succeeded' as const, startedAt: now, endedAt: now },
    ...{ ...links, ...values },
  }));
  return change(({ transaction }) => upsertSteps(transaction, rest.workspace.id, [{ run, rows }]));
};
const idsOf = (json: { runs: { id: string }[] }) => json.runs.map(({ id }) => id);

describe('reading (spec/rest-api §13.1)', () => {
  test('a run has every field; a single read adds the input with secrets hidden, and the result', async () => {
    const run = await start(workflow, { n: 1, token: secret });
    const { json } = await admin.ask('GET', at(run.toUpperCase()));
    const { input, result, ...record } = json.run;
    expect(record).toEqual({
      ...{ id: run, status: 'queued', workflow: { id: workflow, name: 'Order' }, version: 1 },
      ...{ accepted_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/), started_at: null, ended_at: null },
      ...{ resumes_at: null, error: null, warnings: 0, retry_of: null, retried_as: null },
      ...{ started_by: null, called_by: null },
    });
    expect([input.n, input.token, result]).toEqual([1, '[secret]', null]);
    const list = (await admin.ask('GET', '/api/runs?limit=1')).json;
    expect(list.runs).toEqual([record]);
  });

  test('the list is newest first, by workflow and status, in pages and by cursor', async () => {
    const id = await buildWorkflow('Listed', admin.user.email);
    const runs = [await start(id), await start(id), await start(id)].reverse();
    await fail(runs[1] as RunId);
    const ask = async (query: string) => (await admin.ask('GET', `/api/runs?workflow=${id}&${query}`)).json;
    const all = await ask('limit=100');
    expect([all.total, idsOf(all)]).toEqual(['3', runs]);
    const failed = await ask('status=failed');
    expect([failed.total, idsOf(failed)]).toEqual(['1', [runs[1]]]);
    expect(idsOf(await ask('limit=1&start=1'))).toEqual([runs[1]]);
    const path = `/api/runs?workflow=${id}&limit=2&fields=status`;
    const walked = await readPages<{ id: string }>(admin.ask, path, 'runs', async (seen) => {
      if (seen.length === 2) await start(id);
    });
    expect(idsOf({ runs: walked })).toEqual(runs);
  });

  test.each([
    ['status=odd', 'invalid_value; field=status'],
    ['workflow=Order', 'invalid_value; field=workflow'],
    ['fields=input', 'invalid_value; field=fields'],
  ])('the query %s is rejected', async (query, header) => {
    expect(errorOf(await admin.ask('GET', `/api/runs?${query}`))).toEqual([400, header]);
  });

  test('the runs of a deleted workflow need permission for all workflows, to cancel them too (spec/rest-api §13.3)', async () => {
    const id = await buildWorkflow('Deleted', owner.user.email);
    const run = await start(id);
    // A run that hasn't started would fail at once.
    await change(({ transaction }) =>
      transaction.query(sql`
        update runs set status = 'running', started_at = now()
        where workspace_id = ${rest.workspace.id} and id = ${run}`),
    );
    await change((c) => removeWorkflow(c, 'Deleted'));
    expect((await admin.ask('GET', at(run))).json.run).toMatchObject({ id: run, workflow: null });
    expect((await owner.ask('GET', at(run))).status).toBe(404);
    expect((await owner.ask('POST', at(run, '/cancel'))).status).toBe(404);
    expect((await admin.ask('POST', at(run, '/cancel'))).json.run.status).toBe('cancelled');
  });

  test('the steps are listed in the order in which they started, in pages and by cursor', async () => {
    const run = await start();
    await addSteps(run, ['b', 'a', 'c']);
    const { json } = await admin.ask('GET', at(run, '/steps'));
    expect([json.total, json.steps.map(({ path }: { path: string }) => path)]).toEqual([
      '3',
      ['b', 'a', 'c'],
    ]);
    expect(json.steps[0]).toEqual({
      ...{ position: 0, path: 'b', name: 'b', type: 'set', status: 'succeeded' },
      ...{ started_at: expect.any(String), ended_at: expect.any(String), input: { a: 1 }, output: { a: 1 } },
      ...{ error: null, handled: false, approval_id: null, called_run: null, attempts: [] },
    });
    const first = (await admin.ask('GET', at(run, '/steps?limit=2&fields=type&after='))).json;
    expect(first.steps).toEqual([
      { path: 'b', type: 'set' },
      { path: 'a', type: 'set' },
    ]);
    const last = (await admin.ask('GET', at(run, `/steps?limit=2&after=${first.next}`))).json;
    expect([last.next, last.steps.length]).toEqual([null, 1]);
  });
});

describe('retrying (spec/rest-api §13.2)', () => {
  const retry = (run: string, body?: object, caller = admin) =>
    caller.ask('POST', at(run, '/retry'), { body });

  test('from the start, calls are repeated only if the caller allows it', async () => {
    const run = await start();
    await addSteps(run, ['call'], 'http.request');
    await fail(run);
    expect(errorOf(await retry(run, { from: 'start' }))).toEqual([409, 'calls_would_repeat']);
    expect((await retry(run, { from: 'start', repeat_calls: true })).status).toBe(200);
  });

  test('a run that has not failed, and one whose workflow is disabled, cannot be retried', async () => {
    const id = await buildWorkflow('Disabled', admin.user.email);
    const run = await start(id);
    expect(errorOf(await retry(run))).toEqual([409, 'not_retriable']);
    await fail(run);
    await admin.ask('PATCH', `/api/workflows/${id}`, { body: { enabled: false } });
    expect(errorOf(await retry(run))).toEqual([409, 'switched_off']);
  });

  test('the form of the body comes first, then the permission, then the run', async () => {
    const run = await start();
    expect(errorOf(await retry(run, { from: 'the middle' }, viewer))).toEqual([
      400,
      'invalid_value; field=from',
    ]);
    expect(errorOf(await retry(run, { form: 'start' }, viewer))).toEqual([400, 'unknown_field; field=form']);
    expect(errorOf(await retry(run, {}, viewer))).toEqual([403, 'forbidden']);
    expect(errorOf(await retry(run, {}, stranger))).toEqual([404, 'not_found']);
  });
});
