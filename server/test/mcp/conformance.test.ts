// Runs the protocol's official conformance suite as a separate program that knows only a URL. Everything
// is served as in production; only the tools, prompts and resources that the suite calls by name are added.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createWorkspace } from '../../src/core/workspaces/index.ts';
import { buildAgent } from '../harness/agents.ts';
import { startAddingProxy } from '../harness/servers/adding-proxy.ts';
import { useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';
import { suiteServer } from './suite/suite-server.ts';

const database = useTestDatabase();
const api = useApi(database, suiteServer);
const suite = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js');

interface Check {
  readonly id: string;
  readonly status: string;
}

interface Expected {
  readonly scenarios: number;
  /**
   * The suite's checks that are expected not to pass, except informational ones. docs/design/agents.md gives the
   * reasons.
   */
  readonly differences: readonly string[];
}

const revisions: Readonly<Record<string, Expected>> = {
  '2025-11-25': {
    scenarios: 33,
    differences: [
      // A server without sessions can't send requests to the client, and has no stream to resume.
      'elicitation-sep1034-defaults: elicitation-sep1034-general FAILURE',
      'elicitation-sep1330-enums: elicitation-sep1330-general FAILURE',
      'server-sse-multiple-streams: server-sse-multiple-streams-session WARNING',
      'server-sse-polling: server-sse-polling-session WARNING',
      'server-sse-polling: server-sse-priming-event WARNING',
      'server-sse-polling: server-sse-retry-field WARNING',
      'tools-call-elicitation: tools-call-elicitation FAILURE',
      'tools-call-sampling: tools-call-sampling FAILURE',
    ],
  },
  '2026-07-28': {
    scenarios: 40,
    differences: [
      // The server announces no changeable lists, so it sends no change notifications.
      'server-stateless: sep-2575-server-sends-prompts-list-changed-on-subscription SKIPPED',
      'server-stateless: sep-2575-server-sends-tools-list-changed-on-subscription SKIPPED',
    ],
  },
};

/** A workspace behind a proxy that adds the token, which the suite can't send. */
async function startForSuite() {
  const { context } = database.current;
  let token = '';
  const proxy = await startAddingProxy(api.port, () => ({ authorization: `Bearer ${token}` }));
  onTestFinished(async () => void (await proxy.close()));
  const host = `localhost:${proxy.port}`;
  const workspace = { name: 'Conformance', baseUrl: `http://${host}`, host };
  const actor = { user: null, means: { type: 'apply' }, origin: 'a test' } as const;
  const id = await createWorkspace(context, actor, workspace, async (change) => change.workspace);
  ({ token } = await buildAgent(
    context,
    api,
    { id, ...workspace, listenerHost: null, isSuspended: false },
    { isAdmin: true },
  ));
  return `${workspace.baseUrl}/mcp`;
}

/** Runs the suite. @returns its verdict, and the checks of each scenario */
async function runSuite(url: string, revision: string) {
  const folder = mkdtempSync(join(tmpdir(), 'hark-conformance-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const chosen = ['--suite', 'all', '--spec-version', revision];
  const args = [suite, 'server', '--url', url, ...chosen, '-o', folder];
  const isPassed = await new Promise<boolean>((resolve) =>
    execFile(process.execPath, args, { maxBuffer: 1 << 26, timeout: 100_000 }, (error) => resolve(!error)),
  );
  const checks = readdirSync(folder).map((name) => ({
    scenario: name.replace(/^server-(.*)-\d{4}-\d\d-\d\dT.*$/, '$1'),
    checks: JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')) as Check[],
  }));
  return { isPassed, scenarios: checks };
}

describe.each(Object.entries(revisions))('conformance with revision %s', (revision, expected) => {
  test('the suite passes except for exactly the listed differences', async () => {
    const { isPassed, scenarios } = await runSuite(await startForSuite(), revision);
    const differences = scenarios.flatMap(({ scenario, checks }) =>
      checks
        .filter(({ status }) => status !== 'SUCCESS' && status !== 'INFO')
        .map(({ id, status }) => `${scenario}: ${id} ${status}`),
    );
    expect(differences.sort()).toEqual(expected.differences);
    expect(scenarios).toHaveLength(expected.scenarios);
    expect(isPassed).toBe(!expected.differences.some((difference) => difference.endsWith('FAILURE')));
  });
});
