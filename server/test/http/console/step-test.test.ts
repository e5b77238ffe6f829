// Tests a single step in the console, the figures on the builder's cards, and previews of values that aren't known yet.
import { describe, expect, test } from 'vitest';
import { saveRole } from '../../../src/core/roles/index.ts';
import { saveSecret } from '../../../src/core/secrets/index.ts';
import { changing } from '../../harness/builders.ts';
import { useConsoleData } from '../../harness/console/console-data.ts';
import { startOutside } from '../../harness/servers/outside-server.ts';
import { call, reaching } from '../../runs/execution/outside.ts';
import { set, useRuns } from '../../runs/run-actions.ts';
import { resave, type Stage } from '../../runs/run-stage.ts';

const { accepted, again, database, go, leadsOf } = useRuns();
const allow = new Set<string>();
const signIn = useConsoleData(database, { allow });

/** Returns the console's API, as an administrator. */
const asker = async ({ workspace }: Stage) => (await signIn(workspace, { role: 'Everything' })).ask;

/** Returns a function that tests a step of a stage's workflow, as an administrator. */
async function tester(stage: Stage) {
  const ask = await asker(stage);
  return async (steps: readonly unknown[], step: string, more: object = {}) =>
    (await ask(`POST /workflows/${stage.workflow}/try-step`, { steps, step, input: { data }, ...more })).body;
}

/** Starts a server that steps can call. It answers every request with what it received. */
async function startEcho(status = 200) {
  const received: string[] = [];
  const server = await startOutside((request, response) => {
    received.push(`${request.method} ${request.url}`);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ score: 7, key: request.headers['x-key'] ?? null }));
  });
  allow.add(server.place);
  return { server, url: server.url, received };
}

const create = { name: 'create', type: 'lead.create', fields: { email: '{{ __data.email }}' } };
const data = { email: 'lea@example.test' };

describe('a test of one step', () => {
  test('runs the steps before it and nothing after it, and leaves nothing behind', async () => {
    const { stage } = await accepted([create]);
    const tried = await tester(stage);
    const steps = [
      create,
      { name: 'find', type: 'lead.find', match: { email: '{{ __data.email }}' } },
      { name: 'end', type: 'stop', as: 'failed', message: 'never' },
    ];
    const body = await tried(steps, 'find');
    expect(body).toMatchObject({ status: 'succeeded', error: null, sent_ms: null });
    expect(JSON.parse(body.output)).toMatchObject(data);
    expect(JSON.parse(body.input)).toEqual({ match: data });
    expect(await leadsOf(stage)).toBe(0);
  });

  test('uses the outputs of the chosen run, unless a response is supplied', async () => {
    const { server, url, received } = await startEcho();
    const steps = [call(url), set('grade', { score: '{{ steps.call.output.body.score }}' })];
    const { stage, job } = await accepted(steps);
    await go(job, { outside: reaching(server) });
    expect(received).toHaveLength(1);
    const tryStep = await tester(stage);
    const tried = async (answers: object) =>
      JSON.parse((await tryStep(steps, 'grade', { input: { run: job.run }, answers })).output);
    expect(await tried({})).toEqual({ score: 7 });
    expect(await tried({ call: { score: 1 } })).toEqual({ score: 1 });
    expect(received).toHaveLength(1);
  });

  test('takes the branch around the step, uses the first item of a loop, and works for a disabled step', async () => {
    const { stage } = await accepted([create]);
    const tryStep = await tester(stage);
    const inner = { ...set('inner', { value: '{{ item }}' }), disabled: true };
    const steps = [
      {
        name: 'check',
        type: 'branch',
        if: '{{ false }}',
        // biome-ignore lint/suspicious/noThenProperty: a key of the workflow format.
        then: [{ name: 'each', type: 'for_each', items: '{{ __data.list }}', steps: [inner] }],
      },
    ];
    const tried = (list: unknown) => tryStep(steps, 'inner', { input: { data: { list } } });
    expect(await tried(['a', 'b'])).toMatchObject({ status: 'succeeded', output: '{"value":"a"}' });
    expect(await tried([])).toMatchObject({ status: 'not reached', output: null });
  });

  test('says which earlier step fails', async () => {
    const { stage } = await accepted([create]);
    const tryStep = await tester(stage);
    const tried = await tryStep([create, set('after', { a: 1 })], 'after', {
      input: { data: { email: 'x' } },
    });
    expect(tried).toMatchObject({ status: 'not reached', error: expect.stringMatching(/^create: /) });
  });

  test('sends nothing unless it is asked to, and then exactly one request, even in a loop', async () => {
    const { url, received } = await startEcho();
    const { stage } = await accepted([create]);
    const tryStep = await tester(stage);
    const steps = [
      { name: 'each', type: 'for_each', items: [1, 2, 3], steps: [call(`${url}?n={{ item }}`)] },
    ];
    const tried = (more: object) => tryStep(steps, 'call', more);
    expect(JSON.parse((await tried({ answers: { call: { id: 1 } } })).output)).toMatchObject({
      status: 200,
      body: { id: 1 },
    });
    expect(received).toEqual([]);
    const sent = await tried({ send: true });
    expect(sent).toMatchObject({ status: 'succeeded', sent_ms: expect.any(Number) });
    expect(JSON.parse(sent.output)).toMatchObject({ status: 200, body: { score: 7 } });
    expect(received).toEqual(['GET /?n=1']);
  });

  test('shows the response of a failed request, does not retry it, and hides secrets', async () => {
    const { url, received } = await startEcho(503);
    const { stage } = await accepted([create]);
    await changing(stage.context, stage.workspace.id, (change) =>
      saveSecret(change, 'partner', 'very-secret-key'),
    );
    const tryStep = await tester(stage);
    const steps = [call(url, { headers: { 'x-key': '{{ secrets.partner }}' } })];
    const body = await tryStep(steps, 'call', { send: true });
    expect(body).toMatchObject({ status: 'failed', error: 'The server returned 503.' });
    expect(JSON.parse(body.output)).toMatchObject({ status: 503, body: { key: '[secret]' } });
    expect(JSON.parse(body.input).url).toBe(url);
    expect(JSON.stringify(body)).not.toContain('very-secret-key');
    expect(received).toHaveLength(1);
    const audit = await (await asker(stage))('GET /audit');
    expect(JSON.stringify(audit.body)).toContain('steps tried');
  });

  test('refuses destinations that runs cannot reach, and users who cannot edit the workflow', async () => {
    const { stage } = await accepted([create]);
    const ask = await asker(stage);
    const body = { steps: [call('http://127.0.0.1:1')], step: 'call', input: { data }, send: true };
    const tried = await ask(`POST /workflows/${stage.workflow}/try-step`, body);
    expect(tried.body).toMatchObject({ status: 'failed' });
    await changing(stage.context, stage.workspace.id, (change) =>
      saveRole(change, { name: 'Viewer', permissions: { 'workflows.view': 'all' } }),
    );
    const viewer = await signIn(stage.workspace, { role: 'Viewer' });
    expect((await viewer.ask(`POST /workflows/${stage.workflow}/try-step`, body)).status).toBe(403);
  });
});

test('figures count executions and failures by step, for the last day and for one run', async () => {
  const check = { name: 'check', type: 'lead.create', fields: { email: 'not an address' } };
  const { stage, job } = await accepted([set('first', { a: 1 }), check]);
  await go(job);
  await resave(stage, { steps: [set('first', { a: 1 })] });
  const other = await again(stage);
  await go(other);
  const ask = await asker(stage);
  const figures = async (query = '') => {
    const { body } = await ask(`GET /workflows/${stage.workflow}/figures${query}`);
    const named = body.steps.map((one: { name: string; count: number; failed: number }) => [
      one.name,
      one.count,
      one.failed,
    ]);
    return { runs: body.runs, is_cut: body.is_cut, steps: named.sort() };
  };
  const both = [
    ['check', 1, 1],
    ['first', 2, 0],
  ];
  expect(await figures()).toEqual({ runs: 2, is_cut: false, steps: both });
  expect(await figures(`?run=${other.run}`)).toEqual({ runs: 1, is_cut: false, steps: [['first', 1, 0]] });
});

test('a Stop step that ends its run as failed counts as failed', async () => {
  const { stage, job } = await accepted([{ name: 'end', type: 'stop', as: 'failed', message: 'No email' }]);
  await go(job);
  const ask = await asker(stage);
  const { body } = await ask(`GET /workflows/${stage.workflow}/figures`);
  expect(body.steps).toMatchObject([{ name: 'end', count: 1, failed: 1 }]);
});

test('a preview names the steps that have to run before the value is known', async () => {
  const { stage } = await accepted([create]);
  const ask = await asker(stage);
  const preview = async (more: object) => {
    const body = {
      source: '{{ steps.call.output.body.score > 5 }}',
      is_condition: true,
      input: { data },
      ...more,
    };
    return (await ask(`POST /workflows/${stage.workflow}/preview`, body)).body;
  };
  expect(await preview({})).toMatchObject({ value: null, pending: ['call'], problems: [] });
  expect(await preview({ answers: { call: { score: 7 } } })).toMatchObject({ value: 'true', pending: [] });
});
