// What agents can do with workflows and runs. Users who can edit a workflow can start runs of it (spec/rest-api §7.2).
import { expect, test } from 'vitest';
import { listAudit } from '../../src/core/audit/index.ts';
import { saveTriggers, triggersSchema } from '../../src/core/triggers/index.ts';
import { saveUser } from '../../src/core/users/index.ts';
import { saveWorkflow } from '../../src/core/workflows/index.ts';
import type { RunId } from '../../src/lib/ids.ts';
import { type Agent, buildAgent } from '../harness/agents.ts';
import { buildBusyWorkspace } from '../harness/api-callers.ts';
import { changing } from '../harness/builders.ts';
import { useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';
import { execute } from '../runs/run-stage.ts';

const database = useTestDatabase();
const api = useApi(database);

type Reach = 'none' | 'own' | 'all';
/** What core/access/surfaces.test.ts doesn't try: users who can change more workflows than they can see, or none. */
const reaches: readonly (readonly [view: Reach, edit: Reach])[] = [
  ['none', 'own'],
  ['none', 'all'],
  ['own', 'none'],
  ['own', 'all'],
];
const steps = [{ name: 'note', type: 'set', values: { said: '{{ __data.word }}' } }];

/** Creates a workspace in which another user owns a workflow with a finished run. */
async function build() {
  const { context } = database.current;
  const workspace = await buildBusyWorkspace(context);
  const boss = await buildAgent(context, api, workspace, { isAdmin: true }, 'Boss');
  const createWorkflow = (name: string, { caller }: Agent) =>
    changing(context, workspace.id, (change) =>
      saveWorkflow(change, { name, owner: caller.user.email, steps }),
    );
  await createWorkflow('Theirs', boss);
  const started = await boss.call('start_workflow', { workflow: 'Theirs', data: { word: 'canary' } });
  const run = started.data.run as RunId;
  await execute(context, { workspace: workspace.id, run, fence: 0 });
  return { context, workspace, boss, createWorkflow, run };
}

const reached = (reach: Reach, isOwn: boolean) => reach === 'all' || (reach === 'own' && isOwn);
const names = ({ data }: { data: { workflows: { name: string }[] } }) =>
  data.workflows.map(({ name }) => name);

test('the combination of view and edit determines which workflows can be listed, read, described and started', async () => {
  const { context, workspace, boss, createWorkflow, run } = await build();
  for (const [view, edit] of reaches) {
    const permissions = { 'workflows.view': view, 'workflows.edit': edit };
    const name = `View ${view} edit ${edit}`;
    const agent = await buildAgent(context, api, workspace, { permissions }, name);
    await createWorkflow(name, agent);
    const isSeen = reached(view, false);
    const listed = names(await agent.call('list_workflows', { limit: 100 }));
    expect([listed.includes(name), listed.includes('Theirs')], name).toEqual([reached(view, true), isSeen]);
    const refused = async (tool: string, given: unknown) => {
      const { isError, text, data } = await agent.call(tool, given);
      if (isError) expect(JSON.stringify([text, data])).not.toContain('canary');
      return isError;
    };
    const own = (await boss.call('start_workflow', { workflow: name })).data.run;
    for (const [workflow, itsRun, isOwn] of [
      ['Theirs', run, false],
      [name, own, true],
    ] as const) {
      const isHidden = !reached(view, isOwn);
      expect(await refused('list_runs', { workflow }), `${name}: ${workflow}`).toBe(isHidden);
      expect(await refused('get_run', { run: itsRun }), `${name}: ${workflow}`).toBe(isHidden);
      expect(await refused('describe_listener', { workflow }), `${name}: ${workflow}`).toBe(isHidden);
    }
    const all = (await agent.call('list_runs', {})).data.runs.map(({ id }: { id: string }) => id);
    expect(all.includes(run), name).toBe(isSeen);
    // A workflow that the user can't see can't be started either: the agent couldn't know what it does.
    for (const [workflow, isOwn] of [
      ['Theirs', false],
      [name, true],
    ] as const) {
      const may = reached(view, isOwn) && reached(edit, isOwn);
      expect(await refused('start_workflow', { workflow }), `${name}: ${workflow}`).toBe(!may);
    }
  }
});

test('the audit log names the user and the agent that retried a run', async () => {
  const { context, workspace, boss } = await build();
  const failing = [{ name: 'end', type: 'stop', as: 'failed', message: 'No.' }];
  const { email, name } = boss.caller.user;
  await changing(context, workspace.id, (change) =>
    saveWorkflow(change, { name: 'Fails', owner: email, steps: failing }),
  );
  const { run } = (await boss.call('start_workflow', { workflow: 'Fails' })).data;
  await execute(context, { workspace: workspace.id, run, fence: 0 });
  const { data } = await boss.call('retry_run', { run });
  expect((await boss.call('get_run', { run: data.run })).data.run.status).toBe('queued');
  const [entry] = await listAudit(context, workspace.id, { limit: 1 });
  expect(entry).toMatchObject({ action: 'run retried', user: { name }, means: { type: 'mcp' } });
});

test('a run that an agent starts acts as the workflow owner, with the given data and without reserved names', async () => {
  const { context, workspace, boss } = await build();
  const { data } = await boss.call('start_workflow', {
    workflow: 'Theirs',
    data: { word: 'hello', __headers: { forged: ['x'] }, __proto__x: 1 },
  });
  await execute(context, { workspace: workspace.id, run: data.run, fence: 0 });
  const { data: seen } = await boss.call('get_run', { run: data.run });
  expect(seen.run.status).toBe('succeeded');
  expect(seen.input).toEqual({ word: 'hello', __headers: {}, __trigger: 'manual' });
  expect(seen.steps).toMatchObject([{ name: 'note', output: { said: 'hello' } }]);
});

test('an agent gets the same checks of inputs as a REST request (spec/triggers §4.4)', async () => {
  const { context, workspace, boss } = await build();
  await changing(context, workspace.id, async (change) => {
    const saved = await saveWorkflow(change, { name: 'Theirs' });
    await saveTriggers(
      change,
      saved,
      triggersSchema.parse([{ type: 'manual', inputs: [{ name: 'word', required: true }] }]),
    );
  });
  const { isError, text } = await boss.call('start_workflow', { workflow: 'Theirs', data: {} });
  expect([isError, text]).toEqual([true, expect.stringContaining('data.word: is required.')]);
  const started = await boss.call('start_workflow', { workflow: 'Theirs', data: { word: 'hi' } });
  expect(started.isError).toBe(false);
});

test('a workflow that an agent cannot start and one that does not exist get the same message', async () => {
  const { context, workspace } = await build();
  const permissions = { 'workflows.view': 'all', 'workflows.edit': 'own' } as const;
  const agent = await buildAgent(context, api, workspace, { permissions }, 'Own only');
  const [forbidden, missing] = await Promise.all(
    ['Theirs', 'Nobodys'].map((workflow) => agent.call('start_workflow', { workflow })),
  );
  expect([forbidden?.isError, missing?.isError]).toEqual([true, true]);
  expect(JSON.stringify(forbidden?.data).replace('Theirs', 'Nobodys')).toBe(JSON.stringify(missing?.data));
});

test('a disabled workflow, or one with a deactivated owner, is not started', async () => {
  const { context, workspace, boss, createWorkflow } = await build();
  const ned = await buildAgent(context, api, workspace, { permissions: {} }, 'Ned');
  await createWorkflow('Of Ned', ned);
  const change = (work: Parameters<typeof changing>[2]) => changing(context, workspace.id, work);
  await change((c) => saveWorkflow(c, { name: 'Theirs', enabled: false }));
  await change((c) => saveUser(c, { email: ned.caller.user.email, active: false }));
  for (const workflow of ['Theirs', 'Of Ned']) {
    const { isError, text } = await boss.call('start_workflow', { workflow });
    expect([isError, text]).toEqual([true, expect.stringContaining('(workflow_off)')]);
  }
});

test('a listener is described without its key and secret, even to users who can see them elsewhere', async () => {
  const { context, workspace, boss } = await build();
  const listener = { add_authentication: true, endpoint_key: 'KEY-CANARY', endpoint_secret: 'SECRET-CANARY' };
  await changing(context, workspace.id, (c) => saveWorkflow(c, { name: 'Theirs', listener }));
  const { data, text } = await boss.call('describe_listener', { workflow: 'Theirs' });
  expect(data).toMatchObject({
    url: expect.stringMatching(`^${workspace.baseUrl}/listener/[0-9a-f]{32}/[0-9a-f]{32}$`),
    add_authentication: true,
    enabled: true,
  });
  expect(text).not.toMatch(/CANARY/);
});

test('lists of workflows and runs continue where the previous page ended', async () => {
  const { boss, createWorkflow, run } = await build();
  for (const name of ['A', 'B', 'C']) await createWorkflow(name, boss);
  const first = await boss.call('list_workflows', { limit: 3 });
  const second = await boss.call('list_workflows', { limit: 3, cursor: first.data.next_cursor });
  expect([...names(first), ...names(second)]).toEqual(['Theirs', 'A', 'B', 'C']);
  expect(first.data.workflows[0]).toMatchObject({ enabled: true, version: 1 });
  expect(second.data.next_cursor).toBeUndefined();
  const more = [];
  for (let count = 0; count < 3; count++) {
    more.unshift((await boss.call('start_workflow', { workflow: 'Theirs' })).data.run);
  }
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { data } = await boss.call('list_runs', {
      limit: 2,
      workflow: 'Theirs',
      ...(cursor && { cursor }),
    });
    seen.push(...data.runs.map(({ id }: { id: string }) => id));
    cursor = data.next_cursor;
  } while (cursor !== undefined);
  expect([...seen].sort().reverse()).toEqual(seen);
  expect(new Set(seen)).toEqual(new Set([...more, run]));
  const queued = await boss.call('list_runs', { status: 'queued' });
  expect(queued.data.runs).toHaveLength(3);
});
