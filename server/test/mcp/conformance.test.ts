// The protocol's own suite, run as its makers mean it: as a program of its own that knows nothing but an address.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createWorkspace } from '../../src/core/workspaces/index.ts';
import { startAddingProxy } from '../harness/adding-proxy.ts';
import { buildAgent } from '../harness/agents.ts';
import { useApi } from '../harness/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);
const suite = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js');

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

/** What each revision's scenarios hold this server to as a whole, with nothing left out. */
const whole: Readonly<Record<string, readonly string[]>> = {
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'],
  '2026-07-28': [
    'tools-list',
    'server-sse-multiple-streams',
    'sep-2164-resource-not-found',
    'dns-rebinding-protection',
    'http-header-validation',
    'input-required-result-unsupported-methods',
    'input-required-result-validate-input',
  ],
};

/**
 * The suite is written for a server that has its diagnostic tools and every optional capability. What it then cannot try
 * here says so in these words; any other failure is one.
 */
const missing = [
  /Unknown tool: test_/,
  /^Not testable: server (does not list the diagnostic tool|exposes no tool)/,
  /Tool 'json_schema_2020_12_tool' not found/,
  // Prompts, resources, completion and logging are not declared, so their methods are unknown.
  /(^Failed: (MCP error -32601: )?|error -32601: |^JSON-RPC error: )Method not found$/,
  // Of a diagnostic tool that asks for input.
  /^Expected InputRequiredResult with inputRequests and requestState/,
  /^Prerequisite failed: could not get initial InputRequiredResult/,
];

/** A workspace at the address of a proxy that adds the token, which the suite cannot send. */
async function startForSuite() {
  const { context } = database.current;
  let token = '';
  const proxy = await startAddingProxy(api.port, () => ({ authorization: `Bearer ${token}` }));
  onTestFinished(async () => void (await proxy.close()));
  const host = `localhost:${proxy.port}`;
  const place = { name: 'Conformance', baseUrl: `http://${host}`, host };
  const actor = { user: null, means: { type: 'apply' }, origin: 'a test' } as const;
  const id = await createWorkspace(context, actor, place, async (change) => change.workspace);
  ({ token } = await buildAgent(context, api, { id, ...place }, { isAdmin: true }));
  return `${place.baseUrl}/mcp`;
}

/** Runs the suite. @returns the checks of each scenario */
async function runSuite(url: string, revision: string): Promise<Map<string, Check[]>> {
  const folder = mkdtempSync(join(tmpdir(), 'hark-conformance-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const chosen = ['--suite', 'all', '--spec-version', revision];
  const args = [suite, 'server', '--url', url, ...chosen, '-o', folder];
  await new Promise((resolve) => execFile(process.execPath, args, { maxBuffer: 1 << 26 }, resolve));
  return new Map(
    readdirSync(folder).map((name) => [
      name.replace(/^server-(.*)-\d{4}-\d\d-\d\dT.*$/, '$1'),
      JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')) as Check[],
    ]),
  );
}

describe.each(Object.keys(whole))('conformance with revision %s', (revision) => {
  test('nothing fails but what needs tools and capabilities that this server does not have', async () => {
    const scenarios = await runSuite(await startForSuite(), revision);
    for (const name of whole[revision] ?? []) {
      const failed = scenarios.get(name)?.filter(({ status }) => status === 'FAILURE');
      expect(failed, name).toEqual([]);
      expect(
        scenarios.get(name)?.some(({ status }) => status === 'SUCCESS'),
        name,
      ).toBe(true);
    }
    const failures = [...scenarios]
      // Extensions of the protocol are optional as a whole.
      .filter(([name]) => !/^(tasks-|sep-2640-)/.test(name))
      .flatMap(([name, checks]) => checks.map((check) => ({ ...check, name })))
      .filter(({ status }) => status === 'FAILURE')
      .filter(({ errorMessage = '' }) => !missing.some((words) => words.test(errorMessage)));
    expect(failures.map(({ name, id, errorMessage }) => `${name} ${id}: ${errorMessage}`)).toEqual([]);
    expect(scenarios.size).toBeGreaterThan(20);
  }, 120_000);
});
