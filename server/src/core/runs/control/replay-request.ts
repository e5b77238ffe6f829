import { uuid7 } from '../../../lib/crypto/uuid7.ts';
import { conflict } from '../../../lib/errors.ts';
import type { RunId } from '../../../lib/ids.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Context } from '../../context/index.ts';
import { insertReplay } from '../accept/start-store.ts';
import type { RunDispatch } from '../model/run-engine.ts';
import { type RunAddress, selectForControl } from './control-store.ts';
import { type RunController, refuseRepeatedCalls, requireRunRight } from './run-control.ts';

/**
 * Starts a new run of the published version with an accepted request's input. The new run repeats everything
 * the first one did, so repeating outgoing calls needs explicit consent. The token isn't checked again,
 * because it isn't stored.
 */
export async function replayRequest(
  { db, clock, key }: Context,
  dispatch: RunDispatch,
  controller: RunController,
  address: RunAddress,
  { repeatCalls }: { repeatCalls: boolean },
): Promise<RunId> {
  const { workspace, run } = address;
  const now = clock.now();
  const id = uuid7(now.getTime()) as RunId;
  // The workspace's limit isn't known here, so the run is sent immediately only if the number of free slots
  // was read recently.
  const isSent = dispatch.claim(workspace, 0);
  await db.write(workspace, async (transaction) => {
    const found = await selectForControl(transaction, address);
    requireRunRight(controller, 'runs.start', address, found);
    if (!found.workflow) throw conflict('workflow_deleted', `The workflow of run ${run} was deleted.`);
    if (!repeatCalls) await refuseRepeatedCalls(transaction, address);
    if (!(await insertReplay(transaction, address, { id, now, isSent }))) {
      throw conflict(
        'not_replayable',
        `"${found.workflow.name}" is disabled, its owner is deactivated, or this run wasn't started by a request. Enable the workflow, or retry the run.`,
      );
    }
    await recordAudit(
      { transaction, workspace, actor: controller.actor, clock, key },
      {
        action: 'request replayed',
        subject: { type: 'workflow', id: found.workflowId, name: found.workflow.name },
        old: { run },
        new: { run: id, repeat_calls: repeatCalls },
      },
    );
  });
  if (isSent) dispatch.start({ workspace, run: id, fence: 0 });
  return id;
}
