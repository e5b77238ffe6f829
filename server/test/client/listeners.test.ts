// Calls listeners with the client: a delivery starts one run, no matter how often it is sent (spec/listeners §3.1, §5.1, §8).
import { createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { callListener, HarkError, signListenerToken } from '../../../client/src/index.ts';
import { buildListener, useListenerServer } from '../harness/servers/listener-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';
import { quickRetry as retry } from './client-stage.ts';
import { type Mishap, useUnsteadyFront } from './unsteady-front.ts';

const database = useTestDatabase();
const server = useListenerServer(database);
const openFront = useUnsteadyFront(server.port);

const done = { name: 'end', type: 'stop', as: 'succeeded' };
const echo = {
  name: 'answer',
  type: 'respond',
  status: 201,
  body: '{{ __data.email }} {{ __data.__headers.__jwt_sub[0] }} {{ __data.__headers.__jwt_data[0].shop }} {{ __data.__headers["x-shop"][0] }}',
};
const [key, secret] = ['partner', 'a secret of the two of us'];
const guarded = { add_authentication: true, endpoint_key: key, endpoint_secret: secret };

/** Creates a listener with these steps and settings, behind a connection with these faults. */
async function listen(steps: object[], listener: object = {}, ...mishaps: Mishap[]) {
  const { workspace, path } = await buildListener(database.current.context, { steps, listener } as never);
  const front = await openFront(workspace.host, ...mishaps);
  const countRuns = async () => {
    const rows = await database.current.query<{ id: string }>('select id from runs where workspace_id = $1', [
      workspace.id,
    ]);
    return rows.map(({ id }) => id);
  };
  return { url: `${front.url}${path}`, front, countRuns };
}

test('a delivery returns a receipt with the ID of its run', async () => {
  const { url, countRuns } = await listen([done]);
  const answer = await callListener({ url, data: { email: 'lea@example.test' } });
  expect(answer).toMatchObject({ kind: 'receipt', status: 200, body: { ok: true, run_id: answer.runId } });
  expect(await countRuns()).toEqual([answer.runId]);
});

test.each<[string, Mishap[]]>([
  ['the connection fails at first', ['refuse', 'refuse']],
  ['the responses are lost', ['lose-answer', 'lose-answer', 'lose-answer']],
  ['a response is cut off', ['cut-answer']],
  [
    'the server is busy',
    [
      { status: 503, headers: { 'retry-after': '0' } },
      { status: 429, headers: { 'retry-after': '0' } },
    ],
  ],
])('a delivery starts one run although %s', async (_, mishaps) => {
  const { url, front, countRuns } = await listen([done], guarded, ...mishaps);
  const { runId } = await callListener({
    url,
    data: { email: 'lea@example.test' },
    token: { key, secret },
    retry,
  });
  expect(await countRuns()).toEqual([runId]);
  expect(front.arrived.length).toBe(mishaps.length + 1);
  expect(new Set(front.arrived.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

test('the same event starts one run even if the sender restarts, using the deduplication header that the listener configures', async () => {
  const { url, front, countRuns } = await listen([done], { idempotency_header: 'X-Event-Id' });
  const send = () => callListener({ url, deliveryKey: 'event-17', deliveryHeader: 'X-Event-Id' });
  expect((await send()).runId).toBe((await send()).runId);
  expect(await countRuns()).toHaveLength(1);
  expect(front.arrived[0]?.headers).toMatchObject({ 'x-event-id': 'event-17' });
});

test.each(['authorization', 'token'] as const)(
  'the workflow reads the claims of a token in %s and responds',
  async (tokenHeader) => {
    const { url, front } = await listen([echo], { ...guarded, respond_with: 'workflow' });
    const answer = await callListener({
      url,
      method: 'PUT',
      data: { email: 'lea@example.test' },
      headers: { 'X-Shop': 'Chur' },
      token: { key, secret, subject: 'till 4', data: { shop: 'Bern' } },
      tokenHeader,
    });
    expect(answer).toMatchObject({ kind: 'answer', status: 201, body: 'lea@example.test till 4 Bern Chur' });
    expect(answer.runId).toMatch(/^[0-9a-f-]{36}$/);
    expect(front.arrived[0]?.headers[tokenHeader === 'token' ? 'authorization' : 'token']).toBeUndefined();
  },
);

test('a GET sends its fields in the query string', async () => {
  const answering = { name: 'answer', type: 'respond', body: '{{ __data.email }}' };
  const { url } = await listen([answering], { respond_with: 'workflow' });
  const answer = await callListener({ url, method: 'GET', data: { email: 'lea+1@example.test' } });
  expect(answer).toMatchObject({ kind: 'answer', status: 200, body: 'lea+1@example.test' });
});

test('a response that the workflow sends is not an error, even if its status is a rejection or a redirect', async () => {
  const refusing = await listen([{ name: 'no', type: 'respond', status: 404, body: 'no such shop' }], {
    respond_with: 'workflow',
  });
  expect(await callListener({ url: refusing.url })).toMatchObject({
    kind: 'answer',
    status: 404,
    body: 'no such shop',
  });
  const leading = await listen([{ name: 'go', type: 'respond', redirect: 'https://shop.test/thanks' }], {
    respond_with: 'workflow',
  });
  const answer = await callListener({ url: leading.url });
  expect([answer.kind, answer.headers.get('location')]).toEqual(['answer', 'https://shop.test/thanks']);
});

test('a failed workflow is reported with its run id, and is not started again', async () => {
  const failing = { name: 'end', type: 'stop', as: 'failed' };
  const { url, front, countRuns } = await listen([failing], { respond_with: 'workflow' });
  const error = await callListener({ url, retry }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(HarkError);
  expect(error).toMatchObject({
    code: 'workflow_failed',
    status: 500,
    isRetryable: false,
    runId: (await countRuns())[0],
  });
  expect(front.arrived).toHaveLength(1);
});

test('a rejection is reported without the token that the listener echoes', async () => {
  const { url, front, countRuns } = await listen([done], guarded);
  const token = await signListenerToken({ key, secret: 'another' });
  for (const [given, message] of [
    [{ token }, 'Not authorized. Invalid or expired token.'],
    [{ token: { key: 'stranger', secret } }, 'Not authorized. Invalid key.'],
    [{}, 'Missing authentication token'],
  ] as const) {
    const error = await callListener({ url, retry, ...given }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'HarkError', code: 'listener_refused', message, isRetryable: false });
    for (const part of token.split('.').slice(1)) expect(inspect(error, { depth: 9 })).not.toContain(part);
  }
  expect([front.arrived.length, (await countRuns()).length]).toEqual([3, 0]);
});

test('a foreign origin and an unknown URL are rejected', async () => {
  const { url } = await listen([done], { allow_cors: true, cors_domains: 'https://shop.test' });
  const headers = { origin: 'https://evil.test' };
  await expect(callListener({ url, headers })).rejects.toMatchObject({
    code: 'listener_refused',
    status: 403,
    message: expect.stringContaining('cors_domains'),
  });
  await expect(callListener({ url: `${url.slice(0, -4)}0000` })).rejects.toMatchObject({ code: 'not_found' });
});

test('the token contains the given claims and is signed with HS256 (spec/listeners §3.2, §3.3)', async () => {
  const before = Math.floor(Date.now() / 1000);
  const token = await signListenerToken({
    key: 'schlüssel',
    secret: 'geheim ✓',
    expiresInSeconds: 60,
    subject: 'till 4',
    data: { shop: 'Zürich' },
    notBefore: new Date(before * 1000),
  });
  const [head = '', payload = '', signature] = token.split('.');
  expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(createHmac('sha256', 'geheim ✓').update(`${head}.${payload}`).digest('base64url')).toBe(signature);
  expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual({ alg: 'HS256', typ: 'JWT' });
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  expect(claims).toEqual({
    iss: 'schlüssel',
    sub: 'till 4',
    data: { shop: 'Zürich' },
    nbf: before,
    iat: claims.iat,
    exp: claims.iat + 60,
  });
  expect(Math.abs(claims.iat - before)).toBeLessThan(5);
});

test('an empty secret or key is rejected, and a token always expires', async () => {
  await expect(signListenerToken({ key, secret: '' })).rejects.toThrow('secret must not be empty');
  await expect(signListenerToken({ key: '', secret })).rejects.toThrow('key must not be empty');
  for (const expiresInSeconds of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    await expect(signListenerToken({ key, secret, expiresInSeconds })).rejects.toThrow('expiresInSeconds');
  }
});
