// Commands about runs that call a server instead of opening its database (spec/rest-api §13.4).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { saveApiClient } from '../../src/core/api-clients/index.ts';
import { saveRole } from '../../src/core/roles/index.ts';
import { saveWorkflow } from '../../src/core/workflows/index.ts';
import { createWorkspace } from '../../src/core/workspaces/index.ts';
import type { WorkspaceId } from '../../src/lib/ids.ts';
import { buildUser, changing, testActor } from '../harness/builders.ts';
import { harkAt, runHark } from '../harness/hark-process.ts';
import { useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';

// Each command is a separate process, which takes seconds on a loaded machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const database = useTestDatabase();
const api = useApi(database);
let workspace: WorkspaceId;
let baseUrl: string;
let env: Record<string, string>;
beforeAll(async () => {
  const { context } = database.current;
  const host = `127.0.0.1:${api.port()}`;
  baseUrl = `http://${host}`;
  workspace = await createWorkspace(
    context,
    testActor,
    { name: 'Remote', baseUrl, host },
    async (change) => change.workspace,
  );
  await changing(context, workspace, (change) => saveRole(change, { name: 'All', isAdmin: true }));
  const user = await buildUser(context, workspace, { role: 'All' });
  const token = await changing(context, workspace, async (change) => {
    const steps = [{ name: 'a', type: 'set', values: { a: 1 } }];
    await saveWorkflow(change, { name: 'Order', owner: user.email, steps });
    await saveWorkflow(change, { name: 'Off', owner: user.email, enabled: false, steps });
    return (await saveApiClient(change, { user, name: 'Remote', scope: 'api' })).token;
  });
  env = { HARK_URL: baseUrl, HARK_TOKEN: String(token), DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
});

const hark = (...args: string[]) => runHark(args, env);
const atDatabase = (...args: string[]) => harkAt(database.current, ...args, '--workspace', baseUrl);

test('a run is started, listed, shown, canceled and retried without a database (spec/rest-api §13.4)', async () => {
  const shadow = ['workflow', 'shadow', 'Order'];
  expect(await hark(...shadow)).toEqual(await atDatabase(...shadow));
  const started = await hark('workflow', 'start', 'Order', '--data', '{"n":7}', '--json');
  expect(started.code, started.stderr).toBe(0);
  const run = JSON.parse(started.stdout).run_id;
  for (const args of [
    ['runs', '--workflow', 'Order', '--json'],
    ['runs', '--json'],
    ['runs'],
    ['run', 'show', run, '--json'],
    ['run', 'show', run],
  ]) {
    const [remote, local] = [await hark(...args), await atDatabase(...args)];
    expect(remote, args.join(' ')).toEqual(local);
    expect(remote.code).toBe(0);
  }
  expect(await hark('runs', 'list', '--workflow', 'Order')).toEqual(
    await hark('runs', '--workflow', 'Order'),
  );
  expect((await hark('runs')).stdout).toMatch(new RegExp(`^\\d+ runs?\n${run}  \\S+  Order  queued\n`));
  expect(await hark('run', 'cancel', run)).toMatchObject({ code: 0, stdout: `Canceled ${run}.\n` });
  expect(await hark('run', 'cancel', run)).toMatchObject({ stdout: `${run} was already canceled.\n` });
  const retried = await hark('run', 'retry', run, '--json');
  expect(JSON.parse(retried.stdout)).toEqual({
    run,
    retried_as: expect.any(String),
    version: { own: 1, published: 1, used: 1, reason: null },
  });
  expect(await hark('run', 'retry', run)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('was already retried'),
  });
});

test('workflows and users are listed without a database (spec/rest-api §13.4)', async () => {
  for (const noun of ['workflow', 'user']) {
    const args = [noun, 'list', '--json'];
    const [remote, local] = await Promise.all([hark(...args), atDatabase(...args)]);
    expect(remote, noun).toEqual(local);
    expect(remote.code, remote.stderr).toBe(0);
  }
});

test('exit codes are those of the local command (spec/rest-api §13.4)', async () => {
  for (const [code, ...args] of [
    [2, 'workflow', 'start', 'Nothing'],
    [1, 'workflow', 'start', 'Off'],
    [2, 'workflow', 'start', 'Order', '--data', '[]'],
    [2, 'workflow', 'start', 'Order', '--data-file', '/nowhere/data.json'],
    [2, 'workflow', 'start', 'Order', '--data-file', '/nowhere/data.json', '--data', '{}'],
    [2, 'runs', '--workflow', 'Nothing'],
    [1, 'run', 'show', '01a1e208-bc0c-746d-bbcb-7161ab6e00aa'],
  ] as const) {
    expect([args, (await hark(...args)).code]).toEqual([args, code]);
  }
});

test('a run is started with the data in a file (spec/triggers §4.4)', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'hark-start-')), 'data.json');
  writeFileSync(file, '{"a":2}');
  onTestFinished(() => rmSync(dirname(file), { recursive: true }));
  const started = await atDatabase('workflow', 'start', 'Order', '--data-file', file, '--json');
  expect(started.code, started.stderr).toBe(0);
  const { run_id: run } = JSON.parse(started.stdout);
  const { input } = JSON.parse((await atDatabase('run', 'show', run, '--json')).stdout);
  expect(input).toMatchObject({ a: 2 });
});
