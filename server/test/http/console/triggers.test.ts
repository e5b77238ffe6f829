// A workflow's triggers in the console: who can change them, and what is checked and recorded (spec/triggers §1.1).
import { beforeAll, expect, test } from 'vitest';
import { saveRole } from '../../../src/core/roles/index.ts';
import { saveWorkflow } from '../../../src/core/workflows/index.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import { buildWorkspace, changing } from '../../harness/builders.ts';
import { type Ask, useConsoleData } from '../../harness/console/console-data.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();
const signIn = useConsoleData(database);
const context = () => database.current.context;

let workspace: Workspace;
let builder: Ask;
let viewer: Ask;
let path = '';

const schedule = { type: 'schedule', cron: '0 8 * * MON', timezone: 'Europe/Zurich', catch_up: 'last' };
const manual = {
  type: 'manual',
  inputs: [{ name: 'reason', label: 'Reason', type: 'text', required: true }],
};
const change = (ask: Ask, triggers: unknown, basedOn: unknown) =>
  ask(`PUT ${path}`, { triggers, based_on: basedOn });

beforeAll(async () => {
  workspace = await buildWorkspace(context());
  await changing(context(), workspace.id, async (one) => {
    const edit = { 'workflows.view': 'all', 'workflows.edit': 'own' } as const;
    await saveRole(one, { name: 'Builder', permissions: edit });
    await saveRole(one, { name: 'Viewer', permissions: { 'workflows.view': 'all' } });
    await saveRole(one, { name: 'Admin', isAdmin: true });
  });
  const signedIn = await signIn(workspace, { role: 'Builder' });
  builder = signedIn.ask;
  viewer = (await signIn(workspace, { role: 'Viewer' })).ask;
  const steps = [{ name: 'end', type: 'stop', as: 'succeeded' }];
  const { id } = await changing(context(), workspace.id, (one) =>
    saveWorkflow(one, { name: 'Triggered', owner: signedIn.user.email, steps }),
  );
  path = `/workflows/${id}/triggers`;
});

test('a user who can edit the workflow replaces its triggers, and the audit log records it', async () => {
  const filtered = {
    type: 'lead.updated',
    fields: ['status'],
    filters: [{ alias: 'city', operator: 'eq', value: 'Bern' }],
    match: 'any',
  };
  expect((await change(builder, [schedule, filtered, manual], [])).status).toBe(200);
  const { body } = await builder(`GET ${path}`);
  expect(body.may_edit).toBe(true);
  expect(body.triggers).toMatchObject([schedule, filtered, manual]);
  expect(body.triggers[0].next_times).toHaveLength(5);
  const [entry] = await database.current.query(
    `select new_values from audit_entries where action = 'changed' order by id desc limit 1`,
  );
  expect(entry.new_values.triggers).toHaveLength(3);
  expect((await change(builder, [], [schedule, filtered, manual])).status).toBe(200);
});

test('errors name the field of the form', async () => {
  const problems = async (trigger: unknown) => (await change(builder, [trigger], [])).body.problems;
  expect(await problems({ ...schedule, cron: '0 25 * * *' })).toMatchObject([{ path: 'triggers.0.cron' }]);
  expect(await problems({ ...schedule, timezone: 'Nowhere' })).toMatchObject([
    { path: 'triggers.0.timezone' },
  ]);
  expect(await problems({ type: 'lead.updated', fields: ['nothing'] })).toEqual([
    { path: 'triggers.0.fields.0', message: 'there is no field "nothing".' },
  ]);
  expect(await problems({ ...manual, inputs: [{ name: '1st' }] })).toMatchObject([
    { path: 'triggers.0.inputs.0.name' },
  ]);
});

test('a list that another user changed in the meantime is not overwritten', async () => {
  expect((await change(builder, [schedule], [])).status).toBe(200);
  const { status, body } = await change(builder, [manual], []);
  expect(status).toBe(409);
  expect(body.code).toBe('triggers_changed');
  expect((await builder(`GET ${path}`)).body.triggers).toMatchObject([schedule]);
});

test('a user who can only view the workflow sees its triggers but can’t change them', async () => {
  expect((await viewer(`GET ${path}`)).body.may_edit).toBe(false);
  expect((await change(viewer, [], [schedule])).status).toBe(403);
});

test('a copy of a workflow has the same triggers', async () => {
  const { ask: admin } = await signIn(workspace, { role: 'Admin' });
  const workflow = `/workflows/${(await admin('POST /workflows', { name: 'Original' })).body.id}`;
  const wanted = { triggers: [schedule, manual], based_on: [] };
  expect((await admin(`PUT ${workflow}/triggers`, wanted)).status).toBe(200);
  const { id } = (await admin(`POST ${workflow}/copies`, { name: 'Copy' })).body;
  const { triggers } = (await admin(`GET /workflows/${id}/triggers`)).body;
  expect(triggers).toMatchObject([schedule, manual]);
  expect(triggers).toEqual((await admin(`GET ${workflow}/triggers`)).body.triggers);
});
