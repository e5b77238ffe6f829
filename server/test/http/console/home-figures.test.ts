// The console's home page: its figures cover the same time ranges as the other charts, and count failed runs in the same
// way as the other pages.
import { beforeAll, describe, expect, test } from 'vitest';
import { saveRole } from '../../../src/core/roles/index.ts';
import { saveWorkflow } from '../../../src/core/workflows/index.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import { sql } from '../../../src/db/driver/sql.ts';
import { uuid7 } from '../../../src/lib/crypto/uuid7.ts';
import { buildWorkspace, changing } from '../../harness/builders.ts';
import { type Ask, useConsoleData } from '../../harness/console/console-data.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();
const signIn = useConsoleData(database);
const context = () => database.current.context;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let workspace: Workspace;
let ask: Ask;
let workflow = 0;

/** Inserts a finished run as the engine would store it. */
async function insertRun(status: string, agoMs: number): Promise<string> {
  const at = new Date(Date.now() - agoMs);
  const id = uuid7(at.getTime());
  await context().db.write(workspace.id, (transaction) =>
    transaction.query(sql`
      insert into runs (workspace_id, id, workflow_id, workflow_version, status, accepted_at, ended_at, is_awaited, input)
      values (${workspace.id}, ${id}, ${workflow}, 1, ${status}, ${at}, ${new Date(at.getTime() + 10)}, false, '{}')`),
  );
  return id;
}

beforeAll(async () => {
  workspace = await buildWorkspace(context());
  await changing(context(), workspace.id, (change) =>
    saveRole(change, { name: 'Builder', permissions: { 'workflows.view': 'all', 'workflows.edit': 'all' } }),
  );
  const { ask: asked, user } = await signIn(workspace, { role: 'Builder' });
  ask = asked;
  const steps = [{ name: 'end', type: 'stop', as: 'succeeded' }];
  const saved = await changing(context(), workspace.id, (change) =>
    saveWorkflow(change, { name: 'Form', owner: user.email, steps }),
  );
  workflow = saved.id;
});

describe.each(['hour', 'day', 'week', 'month'])('the last %s', (span) => {
  test('is the same time range on Home, Runs and Requests', async () => {
    const charts = await Promise.all(
      ['/home/figures', '/runs-chart', '/requests/summary'].map(
        async (path) => (await ask(`GET ${path}?span=${span}`)).body,
      ),
    );
    const [home, runs, requests] = charts.map(({ since, slot_seconds, is_current, slots }) => ({
      since,
      slot_seconds,
      is_current,
      slots: typeof slots === 'number' ? slots : slots.length,
    }));
    expect(home).toMatchObject({ is_current: true });
    expect(runs).toEqual(home);
    expect(requests).toEqual(home);
  });
});

test('the figures compare a period with the one before only as far as Hark stores both', async () => {
  await insertRun('succeeded', hourMs);
  await insertRun('failed', 2 * hourMs);
  await insertRun('succeeded', 30 * hourMs);
  await insertRun('succeeded', 10 * dayMs);
  const figures = async (span: string) => (await ask(`GET /home/figures?span=${span}`)).body;
  const day = await figures('day');
  expect(day.total).toMatchObject({ runs: 2, failed: 1, p95_ms: 10 });
  expect(day.before).toMatchObject({ runs: 1, failed: 0 });
  const runs = day.slots.map((slot: { runs: number }) => slot.runs).filter((count: number) => count > 0);
  expect(runs).toEqual([1, 1]);
  // Rejected requests are kept for a week, so the week before would look better than it was.
  expect(await figures('week')).toMatchObject({ total: { runs: 3 }, before: null, is_rejected_cut: false });
  expect(await figures('month')).toMatchObject({ total: { runs: 4 }, before: null, is_rejected_cut: true });
});

test('a failed run counts as failed until it is retried, on every page', async () => {
  const [resolved, open] = [await insertRun('failed', 60_000), await insertRun('failed', 50_000)];
  const retry = await insertRun('running', 40_000);
  await context().db.write(workspace.id, async (transaction) => {
    await transaction.query(sql`
      update runs set retried_as = ${retry} where workspace_id = ${workspace.id} and id = ${resolved}`);
    await transaction.query(sql`
      update workflows set failing_since = now(), enabled = true where workspace_id = ${workspace.id}`);
  });
  const counts = async () => {
    const [rail, home, attention, list, workflows] = await Promise.all(
      [
        '/session/attention',
        '/home/figures?span=hour',
        '/home/attention',
        '/runs?span=hour&status=failed',
        '/workflows',
      ].map(async (path) => (await ask(`GET ${path}`)).body),
    );
    type Counted = { status: string; count: number };
    type Recent = { status: string; is_retried: boolean };
    return {
      rail: rail.failed_runs - 1,
      home: home.total.failed,
      attention: attention.failing[0].runs - 1,
      total: list.totals.find(({ status }: Counted) => status === 'failed')?.count ?? 0,
      list: list.runs.length,
      workflows:
        workflows.workflows[0].runs.filter(
          ({ status, is_retried }: Recent) => status === 'failed' && !is_retried,
        ).length - 1,
    };
  };
  expect(await counts()).toEqual({ rail: 1, home: 1, attention: 1, total: 1, list: 1, workflows: 1 });
  await context().db.write(workspace.id, (transaction) =>
    transaction.query(sql`
      update runs set retried_as = ${retry} where workspace_id = ${workspace.id} and id = ${open}`),
  );
  expect(await counts()).toEqual({ rail: 0, home: 0, attention: 0, total: 0, list: 0, workflows: 0 });
});
