import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { type RunJob, readRun } from '../../../src/core/runs/index.ts';
import { startOutside, startRaw } from '../../harness/servers/outside-server.ts';
import { set, useRuns } from '../run-actions.ts';
import { call, once, reaching } from './outside.ts';

const { database, accepted, again, go, row, steps, outputs, paths, leadsOf } = useRuns();

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Starts a server that records requests, sends the given responses in turn, and then responds with 200. */
async function startRecorder(...responses: ((response: ServerResponse) => unknown)[]) {
  const seen: Seen[] = [];
  const server = await startOutside(async (request, response) => {
    seen.push({
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: await text(request),
    });
    const respond = responses.shift();
    if (respond) respond(response);
    else response.setHeader('content-type', 'application/json').end('{"ok":true}');
  });
  return { ...server, seen };
}

const attemptsOf = async (job: RunJob, path = 'call') =>
  (await readRun(database.current.context, job.workspace, job.run)).steps.find((step) => step.path === path)
    ?.attempts;

const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(code, headers).end(`status ${code}`);

describe('http.request (spec/runs §2.7)', () => {
  test('sends the described request and returns status, headers and body', async () => {
    const server = await startRecorder();
    const step = call(`${server.url}/a?x=1`, {
      method: 'post',
      headers: { 'X-Who': '{{ __data.who }}' },
      query: { y: '{{ __data.who }}', z: [1, '2'], none: null },
      body: { who: '{{ __data.who }}', count: '{{ 1 + 1 }}' },
    });
    const { job } = await accepted([step, set('after', { ok: '{{ steps.call.output.body.ok }}' })], {
      who: 'Ada',
    });
    expect(await go(job, { outside: reaching(server) })).toEqual([]);
    expect(await row(job)).toMatchObject({ status: 'succeeded', error: null });
    expect(server.seen).toMatchObject([
      {
        method: 'POST',
        url: '/a?x=1&y=Ada&z=1&z=2',
        body: '{"who":"Ada","count":2}',
        headers: {
          'x-who': 'Ada',
          'content-type': 'application/json',
          'hark-depth': '1',
          'user-agent': 'Hark',
        },
      },
    ]);
    const results = await outputs(job);
    expect(results.call).toMatchObject({
      status: 200,
      body: { ok: true },
      headers: { 'content-type': 'application/json' },
    });
    expect(results.after).toEqual({ ok: true });
    expect(await attemptsOf(job)).toEqual([{ at: expect.any(String), ms: expect.any(Number), status: 200 }]);
  });

  test.each([
    ['text/plain', 'plain', 'plain'],
    ['application/problem+json; charset=utf-8', '{"a":[1]}', { a: [1] }],
    ['application/json', 'not json', 'not json'],
    ['application/json', `${'['.repeat(100)}${']'.repeat(100)}`, `${'['.repeat(100)}${']'.repeat(100)}`],
    ['text/plain; charset=iso-8859-1', Buffer.from('grün', 'latin1'), 'grün'],
    ['text/plain; charset=nonsense', 'x', 'x'],
    ['application/json', '', null],
    ['application/json', '{"__proto__":{"polluted":1}}', JSON.parse('{"__proto__":{"polluted":1}}')],
  ])('reads a response of type %s: %s', async (type, body, expected) => {
    const server = await startRecorder((response) => response.setHeader('content-type', type).end(body));
    const { job } = await accepted([call(server.url)]);
    await go(job, { outside: reaching(server) });
    expect(JSON.stringify((await outputs(job)).call.body)).toBe(JSON.stringify(expected));
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test('earlier steps are stored before the call is made, and none is repeated', async () => {
    const server = await startRecorder(status(503, { 'retry-after': '120' }));
    const create = { name: 'lead', type: 'lead.create', fields: { first_name: 'Ada' } };
    const { stage, job } = await accepted([create, call(server.url), set('b', { x: 1 })]);
    const [continuation] = await go(job, { outside: reaching(server) });
    expect(continuation?.[0]).toEqual({ ...job, fence: 1 });
    expect((continuation?.[1].getTime() ?? 0) - Date.now()).toBeGreaterThan(115_000);
    expect(await paths(job)).toEqual(['lead succeeded', 'call waiting']);
    expect(await row(job)).toMatchObject({ status: 'waiting', fence: 1, due_at: continuation?.[1] });
    expect(await attemptsOf(job)).toEqual([
      {
        at: expect.any(String),
        ms: expect.any(Number),
        status: 503,
        error: 'The server returned 503.',
        next_at: expect.any(String),
      },
    ]);

    // The first attempt comes too early, so the run keeps waiting. The second one comes in time.
    await go({ ...job, fence: 1 }, { outside: reaching(server), later: () => 60_000 });
    expect(server.seen.length).toBe(1);
    await go({ ...job, fence: 2 }, { outside: reaching(server), later: () => 200_000 });
    expect(await row(job)).toMatchObject({ status: 'succeeded' });
    expect(await paths(job)).toEqual(['lead succeeded', 'call succeeded', 'b succeeded']);
    expect(await leadsOf(stage)).toBe(1);
    const keys = server.seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys.length).toBe(2);
    expect(new Set(keys).size).toBe(1);
    expect((await attemptsOf(job))?.map((attempt) => attempt.status)).toEqual([503, 200]);
  });

  test('a short retry delay is spent in the worker: the first gap is about five seconds', async () => {
    const server = await startRecorder(status(500));
    const { job } = await accepted([call(server.url)]);
    const before = performance.now();
    expect(await go(job, { outside: reaching(server) })).toEqual([]);
    expect(performance.now() - before).toBeGreaterThan(3_900);
    expect(performance.now() - before).toBeLessThan(9_000);
    expect(await row(job)).toMatchObject({ status: 'succeeded' });
  });

  test.each([
    [400, 1],
    [401, 1],
    [404, 1],
    [422, 1],
    [304, 1],
  ])('status %i is final: the step fails and keeps the response', async (code, calls) => {
    const server = await startRecorder(status(code));
    const { job } = await accepted([call(server.url), set('never', { x: 1 })]);
    await go(job, { outside: reaching(server) });
    expect(await row(job)).toMatchObject({ status: 'failed', error: `call: The server returned ${code}.` });
    expect(server.seen.length).toBe(calls);
    expect(await paths(job)).toEqual(['call failed']);
    expect((await outputs(job)).call).toMatchObject({ status: code });
    expect(await attemptsOf(job)).toMatchObject([{ status: code, error: `The server returned ${code}.` }]);
  });

  test.each([408, 409, 425, 429, 500, 502, 503, 504])('status %i is retried', async (code) => {
    const server = await startRecorder(status(code, { 'retry-after': '90' }));
    const { job } = await accepted([call(server.url)]);
    expect((await go(job, { outside: reaching(server) })).length).toBe(1);
    expect(await row(job)).toMatchObject({ status: 'waiting' });
  });

  test('after the last attempt, the error says that no attempts are left', async () => {
    const server = await startRecorder(status(503, { 'retry-after': '60' }), status(503));
    const { job } = await accepted([call(server.url, { retry: { max_attempts: 2 } })]);
    await go(job, { outside: reaching(server) });
    await go({ ...job, fence: 1 }, { outside: reaching(server), later: () => 90_000 });
    expect(await row(job)).toMatchObject({
      status: 'failed',
      error: 'call: The server returned 503. Attempt 2 was the last one.',
    });
    expect((await attemptsOf(job))?.length).toBe(2);
  });

  test('a Retry-After of more than three days fails the step', async () => {
    const server = await startRecorder(status(429, { 'retry-after': String(365 * 86_400) }));
    const { job } = await accepted([call(server.url)]);
    expect(await go(job, { outside: reaching(server) })).toEqual([]);
    expect(await row(job)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining(
        'asked to wait 31536000 seconds, but a step is retried for at most three days',
      ),
    });
  });

  test('after a minute the segment ends, and the next segment makes the next call', async () => {
    let passedMs = 0;
    const server = await startRecorder(
      ...Array(3).fill((response: ServerResponse) => {
        passedMs += 40_000;
        response.end();
      }),
    );
    const loop = { name: 'loop', type: 'for_each', items: [1, 2, 3], steps: [call(server.url)] };
    const { job } = await accepted([loop]);
    const [continuation] = await go(job, { outside: reaching(server), later: () => passedMs });
    expect([server.seen.length, continuation?.[0].fence]).toEqual([2, 1]);
    expect(await row(job)).toMatchObject({ status: 'waiting', fence: 1 });
    await go({ ...job, fence: 1 }, { outside: reaching(server), later: () => passedMs });
    expect([server.seen.length, (await row(job)).status]).toEqual([3, 'succeeded']);
  });

  test('a response that is too large to store fails the step, and the attempt stays recorded', async () => {
    const server = await startRecorder((response) => response.end('"'.repeat(700_000)));
    const { job } = await accepted([call(server.url)]);
    expect(await go(job, { outside: reaching(server) })).toEqual([]);
    expect((await row(job)).error).toBe("call: A step's input and output can each be at most 1 MiB.");
    expect(await attemptsOf(job)).toEqual([{ at: expect.any(String) }]);
  });

  test('an Idempotency-Key set by the step wins; generated keys differ by run and by loop item (spec/runs §2.3)', async () => {
    const server = await startRecorder();
    const loop = { name: 'loop', type: 'for_each', items: [1, 2], steps: [call(server.url)] };
    const own = {
      ...call(server.url, { headers: { 'idempotency-key': 'order-{{ __data.order }}' } }),
      name: 'own',
    };
    const { stage, job } = await accepted([loop, own], { order: 7 });
    await go(job, { outside: reaching(server) });
    await go(await again(stage, { order: 8 }), { outside: reaching(server) });
    const keys = server.seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys.filter((key) => key?.toString().startsWith('order-'))).toEqual(['order-7', 'order-8']);
    expect(new Set(keys).size).toBe(6);
  });

  test('an attempt whose worker died is repeated with the same key, and recorded (spec/runs §2.3)', async () => {
    const server = await startRecorder();
    const { job } = await accepted([call(server.url, once)]);
    const broken = { ...reaching(server), egress: () => Promise.reject(new Error('the worker died')) };
    for (let time = 0; time < 2; time++) await expect(go(job, { outside: broken })).rejects.toThrow('died');
    await go(job, { outside: reaching(server) });
    expect(await row(job)).toMatchObject({ status: 'succeeded' });
    expect(await attemptsOf(job)).toMatchObject([
      { interrupted: true },
      { interrupted: true },
      { status: 200 },
    ]);
  });

  test('a call that kills the worker fails after five attempts', async () => {
    const { job } = await accepted([call('https://partner.example/')]);
    const broken = { ...reaching(), egress: () => Promise.reject(new Error('the worker died')) };
    for (let time = 0; time < 5; time++) await expect(go(job, { outside: broken })).rejects.toThrow('died');
    await go(job, { outside: broken });
    expect(await row(job)).toMatchObject({
      status: 'failed',
      error: 'call: The worker stopped during this call too many times.',
    });
  });

  // lib/egress/hostile.test.ts has more servers.
  test('a server that stays silent fails the step after its timeout', async () => {
    const server = await startRaw(() => undefined);
    const { job } = await accepted([call(server.url, { ...once, timeout_ms: 1_500 })]);
    await go(job, { outside: reaching(server) });
    expect((await row(job)).error).toContain('did not send a complete response within');
  });

  test('a worker that lost the run makes no call', async () => {
    const server = await startRecorder();
    const { job } = await accepted([call(server.url)]);
    await database.current.query('update runs set fence = 3 where id = $1', [job.run]);
    await go(job, { outside: reaching(server) });
    expect(server.seen).toEqual([]);
  });

  test('no transaction stays open during the call', async () => {
    let open = -1;
    const server = await startRecorder(async (response) => {
      const rows = await database.current.query(
        `select count(*)::int as open from pg_stat_activity
           where datname = current_database() and state like 'idle in transaction%'`,
      );
      open = rows[0].open;
      response.end();
    });
    const { job } = await accepted([set('a', { x: 1 }), call(server.url)]);
    await go(job, { outside: reaching(server) });
    expect([open, (await row(job)).status]).toEqual([0, 'succeeded']);
  });

  test.each([
    [
      'https://10.0.0.1/',
      'Use a host name instead of an IP address. The operator can allow this IP address and port with HARK_EGRESS_ALLOW.',
    ],
    ['not an address', 'url: must be a URL'],
  ])('%s is rejected and not retried', async (url, error) => {
    const { job } = await accepted([call(url)]);
    expect(await go(job, { outside: reaching() })).toEqual([]);
    expect(await row(job)).toMatchObject({ status: 'failed', error: expect.stringContaining(error) });
  });

  test.each([
    ['method', { method: '{{ __data.bad }}' }],
    ['headers.x', { headers: { x: 'a{{ __data.bad }}' } }],
    ['body', { body: 'x' }],
    ['timeout_ms', { timeout_ms: '{{ __data.bad }}' }],
    ['retry.max_attempts', { retry: { max_attempts: '{{ 21 }}' } }],
    ['query.x', { query: { x: { y: 1 } } }],
  ])('an invalid %s is named in the error', async (path, more) => {
    const { job } = await accepted([call('https://partner.example/', more)], { bad: 'a\r\nb: c' });
    await go(job, { outside: reaching() });
    expect((await row(job)).error).toContain(`call: ${path}: `);
    expect((await steps(job))[0]).toMatchObject({ status: 'failed' });
  });
});
