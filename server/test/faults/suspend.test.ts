// A suspended workspace rejects requests on every surface and in every process, starting with the next request,
// regardless of caches. After the workspace is resumed, everything works as before (docs/design/workspaces.md).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveApiClient } from '../../src/core/api-clients/index.ts';
import { saveApiKey } from '../../src/core/api-keys/index.ts';
import { changeAddress, resumeWorkspace, suspendWorkspace } from '../../src/core/workspaces/index.ts';
import { buildUser, changing } from '../harness/builders.ts';
import { type ApiAnswer, sendTo } from '../harness/servers/api-server.ts';
import { startTwoServes, type TwoServes } from '../harness/two-serves.ts';
import { buildStage, type Stage } from '../runs/run-stage.ts';

const actor = { user: null, means: { type: 'command', name: 'test' }, origin: null } as const;
const message = 'This workspace is suspended. Contact the operator of this installation.';

let serves: TwoServes;
let stage: Stage;
let key: string;
let agentToken: string;

beforeAll(async () => {
  serves = await startTwoServes('suspend');
  stage = await buildStage(serves.context);
  // Adds a second workspace, so the host name selects the workspace.
  await buildStage(serves.context);
  const { id } = stage.workspace;
  const user = await buildUser(serves.context, id, { role: 'Everything' });
  const other = await buildUser(serves.context, id, { role: 'Everything' });
  await changing(serves.context, id, async (change) => {
    key = (await saveApiKey(change, user, undefined)).apiKey;
    const client = await saveApiClient(change, { user: other, name: 'Agent', scope: 'mcp' });
    agentToken = client.token ?? '';
  });
});
afterAll(() => serves.remove(), 60_000);

/** Sends the same request to both processes. */
const send = (method: string, path: string, more: { headers?: Record<string, string>; body?: string } = {}) =>
  Promise.all(
    serves.processes.map(({ url }) =>
      sendTo(Number(new URL(url).port), method, path, {
        ...more,
        headers: { host: stage.workspace.host, ...more.headers },
      }),
    ),
  );
const suspend = () => suspendWorkspace(serves.context, actor, stage.workspace.id);
const resume = () => resumeWorkspace(serves.context, actor, stage.workspace.id);
const json = { 'content-type': 'application/json' };
const tool = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
const agentHeaders = () => ({
  ...json,
  authorization: `Bearer ${agentToken}`,
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
});

const nested = { error: { code: 503, message } };
const flat = { error: 'temporarily_unavailable', error_description: message };
const page = { text: expect.stringContaining(message) };

/** The response of each surface while the workspace is active, and while it's suspended. */
const surfaces: Record<string, { ask: () => Promise<ApiAnswer[]>; normal: number; refusal: object }> = {
  'the REST API, listing': {
    ask: () => send('GET', '/api/leads', { headers: { apikey: key } }),
    normal: 200,
    refusal: { json: nested },
  },
  'the REST API, searching': {
    ask: () => send('POST', '/api/leads', { headers: { apikey: key, ...json }, body: '{}' }),
    normal: 200,
    refusal: { json: nested },
  },
  'the REST API, writing': {
    ask: () =>
      send('POST', '/api/leads/new', { headers: { apikey: key, ...json }, body: '{"first_name":"A"}' }),
    normal: 201,
    refusal: { json: nested },
  },
  'the REST API without a credential': {
    ask: () => send('GET', '/api/leads'),
    normal: 404,
    refusal: { json: nested },
  },
  'a listener': {
    ask: () => send('POST', stage.path, { headers: json, body: '{"a":1}' }),
    normal: 200,
    refusal: { json: nested },
  },
  'a listener with a query': {
    ask: () => send('GET', `${stage.path}?a=1`),
    normal: 200,
    refusal: { json: nested },
  },
  'a listener with OPTIONS': {
    ask: () => send('OPTIONS', stage.path),
    normal: 204,
    refusal: { json: nested },
  },
  agents: {
    ask: () => send('POST', '/mcp', { headers: agentHeaders(), body: tool }),
    normal: 200,
    refusal: { json: { jsonrpc: '2.0', id: null, error: { code: -32_000, message } } },
  },
  discovery: {
    ask: () => send('GET', '/.well-known/oauth-authorization-server'),
    normal: 200,
    refusal: { json: flat },
  },
  tokens: {
    ask: () =>
      send('POST', '/oauth2/token', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'grant_type=authorization_code',
      }),
    normal: 400,
    refusal: { json: flat },
  },
  'the sign-in page': {
    ask: () => send('GET', '/sign-in', { headers: { accept: 'text/html' } }),
    normal: 200,
    refusal: page,
  },
  'the console': {
    ask: () => send('GET', '/', { headers: { accept: 'text/html' } }),
    normal: 200,
    refusal: page,
  },
};

const countRuns = async () =>
  (await serves.query('select from runs where workspace_id = $1', [stage.workspace.id])).length;

describe.each(Object.entries(surfaces))('%s', (_name, { ask, normal, refusal }) => {
  test('is rejected by both processes starting with the next request, and works again after resuming', async () => {
    for (let round = 0; round < 3; round++) {
      for (const answer of [...(await ask()), ...(await ask())]) expect(answer.status).toBe(normal);
      expect(await suspend()).toBe(true);
      const before = await countRuns();
      for (const answer of [...(await ask()), ...(await ask())]) {
        expect(answer.status).toBe(503);
        expect(answer.headers['retry-after']).toBe('300');
        expect(answer).toEqual(expect.objectContaining(refusal));
      }
      expect(await countRuns()).toBe(before);
      expect(await resume()).toBe(true);
    }
    for (const answer of await ask()) expect(answer.status).toBe(normal);
  });
});

test('other workspaces and the probes keep working', async () => {
  await suspend();
  for (const answer of await send('GET', '/healthz')) expect(answer.status).toBe(200);
  for (const answer of await send('GET', '/readyz')) expect(answer.status).toBe(200);
  await resume();
});

test('a moved workspace responds only at its new URL, with the same keys and listeners', async () => {
  const { id, host } = stage.workspace;
  const moved = `moved-${process.pid}.test`;
  const at = (name: string) => ({ headers: { host: name, apikey: key } });
  const deliver = (name: string) =>
    send('POST', stage.path, { headers: { host: name, ...json }, body: '{"a":1}' });
  for (const answer of await deliver(host)) expect(answer.status).toBe(200);
  await changeAddress(serves.context, actor, id, { baseUrl: `http://${moved}`, host: moved });
  for (const answer of await send('GET', '/api/leads', at(host))) expect(answer.status).toBe(404);
  for (const answer of await deliver(host)) expect(answer.status).toBe(404);
  for (const answer of await send('GET', '/api/leads', at(moved))) expect(answer.status).toBe(200);
  for (const answer of await deliver(moved)) expect(answer.status).toBe(200);
  const [discovery] = await send('GET', '/.well-known/oauth-authorization-server', {
    headers: { host: moved },
  });
  expect(discovery?.json).toMatchObject({ issuer: `http://${moved}` });
  await changeAddress(serves.context, actor, id, { baseUrl: `http://${host}`, host });
});
