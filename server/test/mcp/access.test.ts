// Which credentials reach the agent server, and how all others are rejected (spec/agents §1, spec/oauth §3.3). The
// contract suite tries every kind of credential.
import { describe, expect, test } from 'vitest';
import { saveApiClient } from '../../src/core/api-clients/index.ts';
import { saveRole } from '../../src/core/roles/index.ts';
import { saveUser } from '../../src/core/users/index.ts';
import { changeSettings } from '../../src/core/workspaces/index.ts';
import { buildAgent, messageIn } from '../harness/agents.ts';
import { buildBusyWorkspace } from '../harness/api-callers.ts';
import { changing } from '../harness/builders.ts';
import { sendTo, useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);
const admin = { isAdmin: true } as const;

async function build() {
  const { context } = database.current;
  const workspace = await buildBusyWorkspace(context);
  const agent = await buildAgent(context, api, workspace, admin);
  const change = (work: Parameters<typeof changing>[2]) => changing(context, workspace.id, work);
  return { context, workspace, agent, change };
}

describe('rejected credentials', () => {
  test('the REST API rejects an agent token', async () => {
    const { agent } = await build();
    const answer = await api.as(agent.workspace, { Authorization: `Bearer ${agent.token}` })(
      'GET',
      '/api/leads',
    );
    expect([answer.status, answer.json.error]).toEqual([401, 'invalid_token']);
  });

  test('a role that loses "Connect AI agents" gets 403 access_denied starting with the next request', async () => {
    const { context, workspace, change } = await build();
    const agent = await buildAgent(context, api, workspace, { permissions: { 'leads.view': 'all' } }, 'Ned');
    expect((await agent.rpc('tools/list')).status).toBe(200);
    await change((c) => saveRole(c, { name: 'Role of Ned', permissions: { 'api.access_mcp': false } }));
    const answer = await agent.rpc('tools/list');
    expect([answer.status, answer.json.error]).toEqual([403, 'access_denied']);
    expect(answer.headers['www-authenticate']).toContain('scope="mcp", error="access_denied"');
  });

  test('a disabled client or deactivated user is rejected starting with the next request', async () => {
    const { agent, change } = await build();
    const { user } = agent.caller;
    const name = `Agent of ${user.name}`;
    const status = async () => (await agent.rpc('tools/list')).status;
    expect(await status()).toBe(200);
    await change((c) => saveApiClient(c, { user: user as never, name, active: false }));
    expect(await status()).toBe(401);
    await change((c) => saveApiClient(c, { user: user as never, name, active: true }));
    expect(await status()).toBe(200);
    await change((c) => saveUser(c, { email: user.email, active: false }));
    expect(await status()).toBe(401);
  });
});

describe('invalid agent messages', () => {
  test('a page of another origin is rejected before its credential is checked (spec/agents §1.3)', async () => {
    const { agent } = await build();
    for (const origin of ['http://evil.example', 'null', 'http://localhost']) {
      for (const token of [agent.token, 'unknown']) {
        const answer = await agent.rpc('tools/list', {}, { origin, authorization: `Bearer ${token}` });
        expect([origin, answer.status, answer.json.error.code]).toEqual([origin, 403, -32_000]);
        expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      }
    }
    expect((await agent.rpc('tools/list', {}, { origin: agent.workspace.baseUrl })).status).toBe(200);
  });

  test('other methods get 405, because there is no session to end and no stream to open', async () => {
    const { agent } = await build();
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const headers = { host: agent.workspace.host, authorization: `Bearer ${agent.token}` };
      const answer = await sendTo(api.port(), method, '/mcp', { headers });
      expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
      expect(answer.json).toMatchObject({ error: { code: 405 } });
    }
  });

  const malformed: [what: string, body: string, status: number, code: number][] = [
    ['several messages', JSON.stringify([{ jsonrpc: '2.0', id: 1, method: 'tools/list' }]), 400, -32_600],
    ['text', 'tools/list', 400, -32_700],
    ['nothing', '', 400, -32_700],
    ['a deeply nested message', `${'['.repeat(70)}${']'.repeat(70)}`, 400, -32_000],
    ['a large message', JSON.stringify('x'.repeat(1_100_000)), 413, -32_000],
  ];

  test('malformed messages are rejected with a JSON-RPC error', async () => {
    const { agent } = await build();
    const headers = {
      host: agent.workspace.host,
      authorization: `Bearer ${agent.token}`,
      'content-type': 'application/json',
    };
    for (const [what, body, status, code] of malformed) {
      const { status: got, json } = await sendTo(api.port(), 'POST', '/mcp', { headers, body });
      expect([what, got, json.error.code, json.id]).toEqual([what, status, code, null]);
    }
  });

  test('an invented session ID has no effect', async () => {
    const { agent } = await build();
    const answer = await agent.rpc('tools/list', {}, { 'mcp-session-id': 'made-up', authorization: '' });
    expect(answer.status).toBe(401);
    expect((await agent.rpc('tools/list')).headers['mcp-session-id']).toBeUndefined();
  });
});

test("agents share the REST API's rate limit (spec/agents §2.1, spec/rest-api §8)", async () => {
  const { agent, change } = await build();
  await change((c) => changeSettings(c, { rate_limit_per_minute: 60, rate_limit_burst: 3 }));
  const asked = [];
  for (let count = 0; count < 3; count++) asked.push((await agent.caller.ask('GET', '/api/leads')).status);
  expect(asked).toEqual([200, 200, 200]);
  const answer = await agent.rpc('tools/list');
  expect([answer.status, answer.json.error.code]).toEqual([429, -32_000]);
  expect(answer.headers['retry-after']).toBe('1');
});

test('an unknown tool or method is a protocol error, not a tool error', async () => {
  const { agent } = await build();
  expect(messageIn(await agent.rpc('tools/call', { name: 'x', arguments: {} })).error.code).toBe(-32_602);
  expect(messageIn(await agent.rpc('prompts/list')).error.code).toBe(-32_601);
});
