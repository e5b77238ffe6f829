// Tests runs in the console: the charts for the last hour, and who can cancel and retry runs.
import { beforeAll, describe, expect, test } from 'vitest';
import { saveRole } from '../../src/core/roles/index.ts';
import { saveWorkflow } from '../../src/core/workflows/index.ts';
import type { Workspace } from '../../src/core/workspaces/index.ts';
import { sql } from '../../src/db/driver/sql.ts';
import { uuid7 } from '../../src/lib/crypto/uuid7.ts';
import { buildUser, buildWorkspace, changing } from '../harness/builders.ts';
import { type Ask, useConsoleData } from '../harness/console/console-data.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const signIn = useConsoleData(database);
const context = () => database.current.context;
const minuteMs = 60_000;

let workspace: Workspace;
let viewer: Ask;
let builder: { ask: Ask; user: { email: string } };
let own = 0;
let others = 0;

const makeWorkflow = async (name: string, owner: string) =>
  (
    await changing(context(), workspace.id, (change) =>
      saveWorkflow(change, { name, owner, steps: [{ name: 'end', type: 'stop', as: 'succeeded' }] }),
    )
  ).id;

/** Inserts a past run as the engine would store it. */
async function insertRun(workflow: number, status: string, agoMs: number, tookMs: number | null) {
  const at = new Date(Date.now() - agoMs);
  const id = uuid7(at.getTime());
  await context().db.write(workspace.id, (transaction) =>
    transaction.query(sql`
      insert into runs (workspace_id, id, workflow_id, workflow_version, status, accepted_at, ended_at, is_awaited, input)
      values (${workspace.id}, ${id}, ${workflow}, 1, ${status}, ${at},
              ${tookMs === null ? null : new Date(at.getTime() + tookMs)}, false, '{}')`),
  );
  return id;
}

beforeAll(async () => {
  workspace = await buildWorkspace(context());
  await changing(context(), workspace.id, async (change) => {
    await saveRole(change, {
      name: 'Builder',
      permissions: { 'workflows.view': 'all', 'workflows.edit': 'own' },
    });
    await saveRole(change, { name: 'Looker', permissions: { 'workflows.view': 'all' } });
  });
  builder = await signIn(workspace, { role: 'Builder' });
  viewer = (await signIn(workspace, { role: 'Looker' })).ask;
  const other = await buildUser(context(), workspace.id, { role: 'Builder' });
  own = await makeWorkflow('Own', builder.user.email);
  others = await makeWorkflow('Others', other.email);
}, 60_000);

describe('the last hour', () => {
  test('shows p50 and p95 latency without unfinished and canceled runs', async () => {
    for (let took = 1; took <= 20; took++)
      await insertRun(own, took > 18 ? 'failed' : 'succeeded', 10 * minuteMs, took * 10);
    await insertRun(own, 'succeeded', 30 * minuteMs, 5_000);
    await insertRun(own, 'cancelled', 10 * minuteMs, 3_000_000);
    await insertRun(own, 'running', 10 * minuteMs, null);
    await insertRun(own, 'succeeded', 90 * minuteMs, 7);
    const { status, body } = await viewer(`GET /runs-chart?span=hour&workflow=${own}`);
    expect(status).toBe(200);
    expect(body.is_cut).toBe(false);
    const all = body.latency.find(({ slot }: { slot: number | null }) => slot === null);
    expect(all).toEqual({ slot: null, count: 21, p50_ms: 110, p95_ms: 200 });
    const minutes = body.latency.filter(({ slot }: { slot: number | null }) => slot !== null);
    expect(minutes).toHaveLength(2);
    expect(minutes).toContainEqual(expect.objectContaining({ count: 20, p50_ms: 100, p95_ms: 190 }));
    expect(minutes).toContainEqual(expect.objectContaining({ count: 1, p50_ms: 5_000, p95_ms: 5_000 }));
    const counted = body.counts.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
    expect(counted).toBe(23);
  });

  test('shows no latency if there were no runs', async () => {
    expect((await viewer(`GET /runs-chart?span=hour&workflow=${others}`)).body).toMatchObject({
      latency: [],
      counts: [],
    });
  });
});

test('users who can edit a workflow can control its runs; users who can only view it get an explanation', async () => {
  const [mine, theirs] = [
    await insertRun(own, 'failed', 1_000, 5),
    await insertRun(others, 'failed', 1_000, 5),
  ];
  const mayControl = async (ask: Ask, run: string) => (await ask(`GET /runs/${run}`)).body.may_control;
  expect(await mayControl(builder.ask, mine)).toBe(true);
  expect(await mayControl(builder.ask, theirs)).toBe(false);
  expect(await mayControl(viewer, mine)).toBe(false);
});
