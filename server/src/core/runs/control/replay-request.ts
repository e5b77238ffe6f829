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
 * Starts a new run of the published version with the input of an accepted request. The new run repeats
 * everything the first one did, so repeating outside calls needs explicit consent. The token is not checked
 * again, because it is not stored.
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
  // The workspace's limit is unknown here. The run is sent at once only if the free slots were read recently.
  const isSent = dispatch.claim(workspace, 0);
  await db.write(workspace, async (transaction) => {
    const found = await selectForControl(transaction, address);
    requireRunRight(controller, 'runs.start', address, found);
    if (!found.workflow) throw conflict('workflow_deleted', `The workflow of run ${run} was deleted.`);
    if (!repeatCalls) await refuseRepeatedCalls(transaction, address);
    if (!(await insertReplay(transaction, address, { id, now, isSent }))) {
      throw conflict(
        'not_replayable',
        `"${found.workflow.name}" is switched off, or its owner is, or no request began this run. Switch it on, or retry the run.`,
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
