// The connection check follows an agent's path to its tools. Tests its findings when everything works and when
// something in between is broken.
import { describe, expect, test } from 'vitest';
import { examineConnection } from '../../src/core/agents/index.ts';
import type { Ask } from '../../src/core/self-check/index.ts';
import { buildAgent } from '../harness/agents.ts';
import { buildApiCaller } from '../harness/api-callers.ts';
import { buildWorkspace } from '../harness/builders.ts';
import { useOAuth } from '../harness/oauth-stage.ts';
import { sendTo } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const stage = useOAuth(database);

type Answer = Awaited<ReturnType<Ask>>;

/** Simulates a proxy that changes responses. */
type Between = (answer: Answer, url: string) => Answer;

const asking =
  (between: Between = (answer) => answer): Ask =>
  async (url, { method, headers = {}, body }) => {
    const { host, pathname } = new URL(url);
    const answer = await sendTo(stage.port(), method, pathname, { headers: { ...headers, host }, body });
    const shown = new Headers(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
    return between({ status: answer.status, headers: shown, text: answer.text }, url);
  };

async function build() {
  const { context } = database.current;
  const workspace = await buildWorkspace(context);
  const api = { port: stage.port, as: () => () => Promise.reject(new Error('unexpected request')) };
  const agent = await buildAgent(context, api, workspace, { isAdmin: true });
  const walk = async (token?: string, between?: Between) => {
    const findings = [];
    for await (const finding of examineConnection(asking(between), workspace.baseUrl, token)) {
      findings.push(finding);
    }
    return findings;
  };
  const faults = async (token?: string, between?: Between) =>
    (await walk(token, between)).filter(({ ok }) => !ok).map(({ check, says }) => [check, says]);
  return { context, api, workspace, agent, walk, faults };
}

test('the connection check reports every step, up to the list of tools that the token can use', async () => {
  const { workspace, agent, walk } = await build();
  const findings = await walk(agent.token);
  expect(findings.map(({ check, ok }) => [check, ok])).toEqual([
    ['agent server', true],
    ['challenge', true],
    ['resource document', true],
    ['authorization server', true],
    ['token', true],
    ['tools', true],
  ]);
  expect(findings[0]?.says).toBe(`${workspace.baseUrl}/mcp responds and requires a token.`);
  expect(findings[4]?.says).toBe('It was accepted by Hark 0.0.0-test, revision 2025-11-25.');
  expect(findings[5]?.says).toMatch(/^14: search_leads, get_lead, /);
  expect(await walk()).toEqual(findings.slice(0, 4));
});

describe('the connection check explains what to do about', () => {
  test('an unknown token, a REST token, and a token whose user is not allowed to connect agents', async () => {
    const { context, api, workspace, faults } = await build();
    const rest = await buildApiCaller(context, api, workspace, { isAdmin: true }, 'api_client');
    const [, restToken = ''] = (rest.credential.Authorization ?? '').split(' ');
    for (const token of ['hark_made_up', restToken]) {
      const found = await faults(token);
      expect(found).toEqual([['token', expect.stringMatching(/^The response status is 401: .* scope mcp/)]]);
      expect(JSON.stringify(found)).not.toContain(token);
    }
    const permissions = { 'api.access_mcp': false, 'leads.view': 'all' } as const;
    const barred = await buildAgent(context, api, workspace, { permissions }, 'Ned');
    expect((await faults(barred.token))[0]?.[1]).toMatch(
      /^The response status is 403: .*"Connect AI agents"/,
    );
  });

  test('a proxy that redirects, hides /mcp, drops the challenge or requires its own login', async () => {
    const { workspace, faults } = await build();
    const onMcp =
      (change: Partial<Answer>): Between =>
      (answer, url) =>
        url.endsWith('/mcp') && !url.includes('.well-known') ? { ...answer, ...change } : answer;
    const location = new Headers({ location: 'https://elsewhere.test/mcp' });
    const said = async (between: Between) => (await faults(undefined, between))[0];
    expect(await said(onMcp({ status: 308, headers: location }))).toEqual([
      'agent server',
      expect.stringContaining("redirects to https://elsewhere.test/mcp. Agents don't send their token"),
    ]);
    expect(await said(onMcp({ status: 404 }))).toEqual([
      'agent server',
      expect.stringContaining('Host header'),
    ]);
    expect(await said(onMcp({ status: 403 }))).toEqual([
      'agent server',
      expect.stringContaining('returns 403'),
    ]);
    expect(await said(onMcp({ headers: new Headers() }))).toEqual([
      'challenge',
      `WWW-Authenticate is missing. Configure the proxy to pass it through unchanged: it must contain resource_metadata="${workspace.baseUrl}/.well-known/oauth-protected-resource/mcp", scope="mcp".`,
    ]);
  });

  test('metadata documents that are missing, not JSON, or from another installation', async () => {
    const { faults } = await build();
    const documents =
      (change: Partial<Answer>): Between =>
      (answer, url) =>
        url.includes('.well-known') ? { ...answer, ...change } : answer;
    const checks = ['resource document', 'authorization server'];
    for (const [change, words] of [
      [{ status: 404 }, 'returns status 404. Configure the proxy to forward /.well-known/'],
      [{ text: '<html>' }, "isn't a JSON object"],
      [{ text: 'null' }, "isn't a JSON object"],
      [
        { text: '{"resource":"https://x.test/mcp","issuer":"https://x.test"}' },
        'Another installation responded',
      ],
    ] as const) {
      expect(await faults(undefined, documents(change))).toEqual(
        checks.map((check) => [check, expect.stringContaining(words)]),
      );
    }
  });

  test('a server that is down, and a response that is not a protocol message', async () => {
    const { agent, faults } = await build();
    const silence: Between = () => {
      throw new Error('Start it.');
    };
    expect((await faults(agent.token, silence)).map(([, says]) => says)).toEqual(Array(5).fill('Start it.'));
    const garbled: Between = (answer) => (answer.status === 200 ? { ...answer, text: 'Welcome!' } : answer);
    expect((await faults(agent.token, garbled)).slice(2)).toEqual([
      ['token', expect.stringContaining("isn't a valid MCP result")],
    ]);
  });
});
