// Tests a listener's receipts, workflow responses, repeated deliveries and rate limits (spec/listeners §7, §8, §9).
import { describe, expect, test } from 'vitest';
import { checkWorkflow } from '../../../src/core/workflows/index.ts';
import { changeSettings } from '../../../src/core/workspaces/index.ts';
import { changing } from '../../harness/builders.ts';
import { expectNested, useListeners } from './listener-stage.ts';

const { served, build } = useListeners();
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const respond = (more: object) => [{ name: 'reply', type: 'respond', ...more }];
const withWorkflowResponse = { respond_with: 'workflow' } as const;
const nothing = [{ name: 'nothing', type: 'set', values: { a: 1 } }];

test("an accepted request gets 200 with the run's ID in the body and a header (spec/listeners §7.1)", async () => {
  const { ask, countRuns } = await build({}, nothing);
  const answer = await ask();
  const id = answer.headers.get('x-run-id');
  expect(id).toMatch(uuid);
  expect([answer.status, answer.text]).toEqual([200, `{"ok":true,"run_id":"${id}"}`]);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await countRuns()).toBe(1);
});

describe('respond_with workflow (spec/listeners §7.2)', () => {
  test('sends the status, headers and body from the respond step', async () => {
    const { ask } = await build(
      withWorkflowResponse,
      respond({ status: 418, headers: { 'X-Tea': 'pot' }, body: { a: 1 } }),
    );
    const answer = await ask();
    expect([answer.status, answer.text, answer.headers.get('x-tea')]).toEqual([418, '{"a":1}', 'pot']);
    expect(answer.headers.get('x-run-id')).toMatch(uuid);
  });

  test('can send a redirect', async () => {
    const { ask } = await build(
      withWorkflowResponse,
      respond({ status: 303, redirect: 'https://thanks.test/x' }),
    );
    const answer = await ask();
    expect([answer.status, answer.headers.get('location')]).toEqual([303, 'https://thanks.test/x']);
  });

  test.each([
    ['text', '<b>hi</b>', {}, 'text/plain; charset=utf-8'],
    ['text with its own type', '<b>hi</b>', { 'Content-Type': 'text/html' }, 'text/html'],
    ['an object', { a: 1 }, {}, 'application/json; charset=utf-8'],
  ])(
    'never serves a response as a page of Hark: %s (spec/listeners §7.4)',
    async (_, body, headers, type) => {
      const { ask } = await build(withWorkflowResponse, respond({ body, headers }));
      expect(Object.fromEntries((await ask()).headers)).toMatchObject({
        'content-type': type,
        'content-security-policy': 'sandbox',
        'x-content-type-options': 'nosniff',
      });
    },
  );

  test.each([
    'Set-Cookie',
    'content-security-policy',
    'Access-Control-Allow-Origin',
    'Vary',
    'X-Run-Id',
    'Connection',
    'Transfer-Encoding',
  ])('rejects a respond step that sets %s when the workflow is saved (spec/listeners §7.3)', (name) => {
    expect(checkWorkflow(respond({ headers: { [name]: 'x' } })).ok).toBe(false);
  });

  test('sends the receipt if the run ends without a respond step', async () => {
    const { ask } = await build(withWorkflowResponse, nothing);
    const answer = await ask();
    expect([answer.status, JSON.parse(answer.text).ok]).toEqual([200, true]);
  });

  test('sends 500 with a nested error and X-Run-Id if the run fails before the respond step', async () => {
    const { ask } = await build(withWorkflowResponse, [
      { name: 'halt', type: 'stop', as: 'failed', message: 'no' },
    ]);
    const answer = await ask();
    expectNested(answer, 500, 'The workflow failed.');
    expect(answer.headers.get('x-run-id')).toMatch(uuid);
  });

  test('sends 202 after 20 seconds while the run continues', { timeout: 40_000 }, async () => {
    const steps = [{ name: 'pause', type: 'wait', for: '2 hours' }, ...respond({ body: 'late' })];
    const { ask } = await build(withWorkflowResponse, steps);
    const began = performance.now();
    const answer = await ask();
    const id = answer.headers.get('x-run-id');
    expect([answer.status, answer.text]).toEqual([202, `{"ok":true,"run_id":"${id}"}`]);
    expect(performance.now() - began).toBeGreaterThan(19_900);
  });
});

describe('a repeated delivery (spec/listeners §8)', () => {
  test('gets the same 200 and run_id as the first and starts no second run, regardless of the body', async () => {
    const { ask, countRuns } = await build({}, nothing);
    const key = 'Idempotency-Key: one';
    const first = await ask({ headers: [key], body: 'a' });
    const second = await ask({ headers: [key], body: 'b', method: 'PUT' });
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect((await ask({ headers: ['Idempotency-Key: two'] })).text).not.toBe(first.text);
    expect(await countRuns()).toBe(2);
  });

  test('is identified by the header that the listener configures, separately for each listener', async () => {
    const one = await build({ idempotency_header: 'X-Event-Id' }, nothing);
    const other = await build({ idempotency_header: 'X-Event-Id' }, nothing);
    const headers = ['x-event-id: 7'];
    const first = await one.ask({ headers });
    expect((await one.ask({ headers })).text).toBe(first.text);
    expect((await other.ask({ headers })).text).not.toBe(first.text);
    await one.ask({ headers: ['Idempotency-Key: 7'] });
    await one.ask({ headers: ['Idempotency-Key: 7'] });
    expect(await one.countRuns()).toBe(3);
  });

  test("with respond_with workflow gets the first run's response", async () => {
    const { ask, countRuns } = await build(
      withWorkflowResponse,
      respond({ body: { said: '{{ __data.said }}' } }),
    );
    const headers = ['Idempotency-Key: one', 'Content-Type: application/json'];
    const first = await ask({ headers, body: '{"said":"first"}' });
    const second = await ask({ headers, body: '{"said":"second"}' });
    expect([first.text, second.text]).toEqual(['{"said":"first"}', '{"said":"first"}']);
    expect(second.headers.get('x-run-id')).toBe(first.headers.get('x-run-id'));
    expect(await countRuns()).toBe(1);
  });
});

test("a request beyond the workspace's rate limit gets 429 with a nested error and Retry-After, and nothing is stored (spec/listeners §9)", async () => {
  const { ask, workspace, countRuns } = await build({ add_authentication: true }, nothing);
  const open = await build({}, nothing);
  for (const { id } of [workspace, open.workspace]) {
    await changing(served.current.context, id, (change) =>
      changeSettings(change, { listener_limit_per_second: 1 }),
    );
  }
  // Rejected callers don't use up the limit.
  for (let count = 0; count < 5; count++) expect((await ask()).status).toBe(403);
  const answers = await Promise.all(Array.from({ length: 6 }, () => open.ask({ body: '{', headers: [] })));
  const passed = answers.filter(({ status }) => status === 200);
  const limited = answers.filter(({ status }) => status === 429);
  expect([passed.length > 0, limited.length > 0, passed.length + limited.length]).toEqual([true, true, 6]);
  for (const answer of limited) {
    expectNested(answer, 429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  }
  expect([await open.countRuns(), await countRuns()]).toEqual([passed.length, 0]);
});

test('a listener beyond its daily limit rejects requests, and raising the limit takes effect immediately (spec/listeners §9)', async () => {
  const { ask, workspace, countRuns } = await build({}, nothing);
  const other = await build({}, nothing);
  const limit = (perDay: number) =>
    changing(served.current.context, workspace.id, (change) =>
      changeSettings(change, { listener_limit_per_day: perDay }),
    );
  await limit(3);
  const statuses: number[] = [];
  for (let count = 0; count < 5; count++) statuses.push((await ask({ body: '{' })).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  const refused = await ask({ body: '{"any":1}', headers: ['Content-Type: application/json'] });
  expectNested(refused, 429);
  expect(refused.text).toContain('Daily limit of 3 requests reached');
  // With a limit of three, one request becomes available every eight hours.
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_600);
  expect((await other.ask({ body: '{' })).status).toBe(200);
  await limit(1_000);
  expect((await ask({ body: '{' })).status).toBe(200);
  expect(await countRuns()).toBe(4);
});
