import { describe, expect, test } from 'vitest';
import { cancelRun, type RunJob } from '../../../src/core/runs/index.ts';
import { saveWorkflow } from '../../../src/core/workflows/index.ts';
import type { RunId } from '../../../src/lib/ids.ts';
import { changing } from '../../harness/builders.ts';
import { Killed, killedAt } from '../../harness/killed-database.ts';
import { operator, set, useRuns } from '../run-actions.ts';
import { buildStage, type Stage } from '../run-stage.ts';

const { database, again, settle, row, paths, leadsOf } = useRuns();

const call = (rest = {}) => ({ name: 'child', type: 'workflow.call', workflow: 'Child', ...rest });
const giveBack = (value: unknown, name = 'back') => ({ name, type: 'return', value });
const create = { name: 'lead', type: 'lead.create', fields: { first_name: 'Once' } };

async function stageOf(child: readonly unknown[], caller: readonly unknown[] = [call()]): Promise<Stage> {
  const { context } = database.current;
  const stage = await buildStage(context, caller);
  await changing(context, stage.workspace.id, (change) =>
    saveWorkflow(change, { name: 'Child', owner: stage.owner.email, steps: child }),
  );
  return stage;
}

/** Returns the run that a run's step called. */
async function called({ workspace, run }: RunJob): Promise<RunJob> {
  const rows = await database.current.query(
    'select r.id, r.fence from run_steps s join runs r on r.id = s.called_run where s.run_id = $1',
    [run],
  );
  expect(rows).toHaveLength(1);
  return { workspace, run: rows[0].id as RunId, fence: rows[0].fence };
}

describe('workflow.call (spec/runs §2.12)', () => {
  test('cancelling the calling run cancels the runs below it', async () => {
    const { context } = database.current;
    const stage = await stageOf([{ ...call(), name: 'deeper', workflow: 'Grandchild' }]);
    const pause = { name: 'pause', type: 'wait', for: '1 day' };
    await changing(context, stage.workspace.id, (change) =>
      saveWorkflow(change, { name: 'Grandchild', owner: stage.owner.email, steps: [pause] }),
    );
    const job = await again(stage);
    await settle();
    const child = await called(job);
    const grandchild = await called(child);
    expect(await row(grandchild)).toMatchObject({ status: 'waiting' });
    await cancelRun(context, operator, job, undefined);
    for (const one of [job, child, grandchild]) expect(await row(one)).toMatchObject({ status: 'cancelled' });
  });

  test('cancelling the called run fails the step', async () => {
    const pause = { name: 'pause', type: 'wait', for: '1 day' };
    const job = await again(await stageOf([pause], [call({ on_error: 'continue' })]));
    await settle();
    const child = await called(job);
    await cancelRun(database.current.context, operator, child, undefined);
    await settle();
    expect(await row(job)).toMatchObject({ status: 'succeeded', warnings: 1 });
  });

  test('a process that dies at any point starts one run, and its effects happen once', async () => {
    const stage = await stageOf(
      [create, giveBack('{{ steps.lead.output.id }}')],
      [call(), set('after', { id: '{{ steps.child.output }}' })],
    );
    const { context } = database.current;
    for (const at of [1, 2, 3, 4]) {
      for (const moment of ['before', 'after'] as const) {
        const before = await leadsOf(stage);
        const job = await again(stage);
        await settle(killedAt(context, at, moment)).catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error;
        });
        // What the dead process had taken is overdue now.
        await database.current.query(
          "update runs set sent_at = null, status = 'queued' where workspace_id = $1 and status in ('queued', 'running')",
          [stage.workspace.id],
        );
        await settle();
        expect(await row(job), `${moment} ${at}`).toMatchObject({ status: 'succeeded' });
        expect(await leadsOf(stage), `${moment} ${at}`).toBe(before + 1);
        expect(await paths(job)).toEqual(['child succeeded', 'after succeeded']);
      }
    }
  });
});
