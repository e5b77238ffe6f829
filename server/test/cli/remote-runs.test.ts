// Commands about runs that call a server instead of opening its database (spec/rest-api §13.4).
import { beforeAll, expect, test, vi } from 'vitest';
import { saveApiClient } from '../../src/core/api-clients/index.ts';
import { saveRole } from '../../src/core/roles/index.ts';
import { saveWorkflow } from '../../src/core/workflows/index.ts';
import { createWorkspace } from '../../src/core/workspaces/index.ts';
import type { WorkspaceId } from '../../src/lib/ids.ts';
import { buildUser, changing, testActor } from '../harness/builders.ts';
import { runHark } from '../harness/hark-process.ts';
import { testKey } from '../harness/scratch-database.ts';
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
const atDatabase = (...args: string[]) =>
  runHark([...args, '--workspace', baseUrl], {
    DATABASE_URL: database.current.addresses.owner.reveal(),
    DATABASE_APP_URL: database.current.addresses.login.app.reveal(),
    SECRET_KEY: testKey.reveal(),
    HARK_DATA_DIR: '/nowhere',
  });

test('a run is started, listed, shown, canceled and retried without a database (spec/rest-api §13.4)', async () => {
  const shadow = ['workflow', 'shadow', 'Order'];
  expect(await hark(...shadow)).toEqual(await atDatabase(...shadow));
  const started = await hark('workflow', 'start', 'Order', '--data', '{"n":7}', '--json');
  expect(started.code, started.stderr).toBe(0);
  const run = JSON.parse(started.stdout).run_id;
  for (const args of [
    ['runs', '--workflow', 'Order', '--json'],
    ['run', 'show', run, '--json'],
    ['run', 'show', run],
  ]) {
    const [remote, local] = [await hark(...args), await atDatabase(...args)];
    expect(remote, args.join(' ')).toEqual(local);
    expect(remote.code).toBe(0);
  }
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

test('exit codes are those of the local command (spec/rest-api §13.4)', async () => {
  for (const [code, ...args] of [
    [2, 'workflow', 'start', 'Nothing'],
    [1, 'workflow', 'start', 'Off'],
    [2, 'workflow', 'start', 'Order', '--data', '[]'],
    [2, 'workflow', 'start', 'Order', '--data-file', '/nowhere/data.json'],
    [2, 'runs', '--workflow', 'Nothing'],
    [1, 'run', 'show', '01a1e208-bc0c-746d-bbcb-7161ab6e00aa'],
  ] as const) {
    const ended = [await hark(...args), await atDatabase(...args)];
    expect(
      ended.map((one) => one.code),
      args.join(' '),
    ).toEqual([code, code]);
  }
  expect((await runHark(['run', 'show', '01a1e208-bc0c-746d-bbcb-7161ab6e00aa'], {})).code).toBe(2);
});
