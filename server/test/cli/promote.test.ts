// A change goes from one installation to another as a file, with tokens only (docs/workspace-file.md).
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { applyText, checkProvisioningFile } from '../../src/core/provisioning/index.ts';
import { findWorkspaceByHost, type Workspace } from '../../src/core/workspaces/index.ts';
import { testActor } from '../harness/builders.ts';
import { buildCaller } from '../harness/console/console-caller.ts';
import { runHark } from '../harness/hark-process.ts';
import { useApi } from '../harness/servers/api-server.ts';
import { useSignIn } from '../harness/servers/sign-in-server.ts';
import { type TestDatabase, useTestDatabase } from '../harness/test-database.ts';

// Each command is a separate process, which takes seconds on a loaded machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const [stagingDatabase, productionDatabase] = [useTestDatabase(), useTestDatabase()];
const [stagingApi, productionApi] = [useApi(stagingDatabase), useApi(productionDatabase)];
const [stagingConsole, productionConsole] = [useSignIn(stagingDatabase), useSignIn(productionDatabase)];

interface Installation {
  readonly baseUrl: string;
  readonly workspace: Workspace;
  readonly hark: (...args: string[]) => ReturnType<typeof runHark>;
}
let staging: Installation;
let production: Installation;
beforeAll(async () => {
  staging = await install(stagingDatabase.current, stagingApi.port());
  production = await install(productionDatabase.current, productionApi.port());
});

/** Creates the workspace that both installations start with. From then on, only its token is used. */
async function install({ context }: TestDatabase, port: number): Promise<Installation> {
  const host = `127.0.0.1:${port}`;
  const baseUrl = `http://${host}`;
  const file = {
    name: 'Acme',
    base_url: baseUrl,
    secrets: { partner: `secret of ${port}, which stays where it is` },
    roles: [{ name: 'Sales', permissions: { 'leads.view': 'own' } }],
    users: [{ email: 'ci@acme.test', name: 'CI', role: 'Administrator' }],
    api_clients: [{ user: 'ci@acme.test', name: 'Deployments', scope: 'api' }],
    workflows: [
      { name: 'Order', owner: 'ci@acme.test', steps: [{ name: 'a', type: 'set', values: { a: 1 } }] },
    ],
  };
  const read = checkProvisioningFile(JSON.stringify({ workspaces: [file] }));
  const { workspaces } = await applyText(context, testActor, read, {});
  const [client] = workspaces[0]?.api_clients ?? [];
  const token = client && 'token' in client ? String(client.token) : '';
  const workspace = await findWorkspaceByHost(context, host);
  if (!workspace) throw new Error('The workspace is missing.');
  const env = { HARK_URL: baseUrl, HARK_TOKEN: token, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  return { baseUrl, workspace, hark: (...args) => runHark(args, env) };
}

test('a change in the console of staging is pulled, reviewed, planned and applied to production (spec/provisioning §11.3)', async () => {
  const before = (await staging.hark('pull')).stdout;
  const admin = await buildCaller(stagingConsole, staging.workspace, { isAdmin: true });
  const role = {
    name: 'Support',
    is_admin: false,
    requires_second_factor: false,
    permissions: { 'leads.view': 'all' },
  };
  expect((await admin.ask('POST', '/roles', role)).status).toBe(200);
  const after = (await staging.hark('pull')).stdout;
  // The console's administrator is a user of staging, so they and their role are part of the diff too.
  const added = after.split('\n').filter((line) => !before.split('\n').includes(line));
  expect(added.join('\n')).toContain('name: Support');
  expect(after).not.toContain('which stays where it is');

  const file = join(mkdtempSync(join(tmpdir(), 'hark-promote-')), 'workspace.yaml');
  writeFileSync(file, after);
  const elsewhere = await production.hark('apply', '--plan', '-f', file);
  expect([elsewhere.code, elsewhere.stderr]).toEqual([2, expect.stringContaining('HARK_URL is')]);
  const toProduction = ['-f', file, '--workspace', production.baseUrl];
  const planned = await production.hark('apply', '--plan', ...toProduction);
  expect([planned.code, planned.stdout]).toEqual([3, expect.stringContaining('+ roles "Support"')]);
  const applied = await production.hark('apply', ...toProduction);
  expect(applied.code, applied.stderr).toBe(0);
  expect((await production.hark('apply', '--plan', ...toProduction)).stdout).toBe('No changes.\n');

  const boss = await buildCaller(productionConsole, production.workspace, { isAdmin: true });
  const { roles } = (await boss.ask('GET', '/roles')).json;
  const support = roles.find(({ name }: { name: string }) => name === 'Support');
  const { id: _, users: __, ...seen } = support;
  const changed = { ...seen, permissions: { ...seen.permissions, 'leads.view': 'own' } };
  expect((await boss.ask('PUT', `/roles/${support.id}`, { ...changed, seen })).status).toBe(200);
  const drifted = await production.hark('apply', '--plan', ...toProduction);
  expect([drifted.code, drifted.stdout]).toEqual([3, expect.stringContaining('~ roles "Support"')]);
  expect(drifted.stderr).toMatch(/Warning: roles "Support": .+ changed it at \S+, after the last apply\./);
});
