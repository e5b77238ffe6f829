import { conflict } from '../../lib/errors.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import { lockState, updateSuspended } from './workspace-store.ts';

/**
 * Suspends a workspace. As soon as the transaction commits, all requests are rejected, and no run starts or
 * resumes. Returns false if the workspace was already suspended.
 */
export const suspendWorkspace = (context: Context, actor: Actor, id: WorkspaceId): Promise<boolean> =>
  setSuspended(context, actor, id, true);

/** Resumes a workspace and its paused runs. Returns false if the workspace wasn't suspended. */
export const resumeWorkspace = (context: Context, actor: Actor, id: WorkspaceId): Promise<boolean> =>
  setSuspended(context, actor, id, false);

function setSuspended(context: Context, actor: Actor, id: WorkspaceId, isWanted: boolean): Promise<boolean> {
  const { db, clock } = context;
  return db.write(id, async (transaction) => {
    const { workspace, isBeingDeleted, isMoving } = await lockState(transaction, id);
    if (isBeingDeleted)
      throw conflict(
        'workspace_being_deleted',
        `${workspace.name} is being deleted, and part of it is already gone. Run \`hark workspace delete\` again to finish.`,
      );
    if (isMoving)
      throw conflict(
        'workspace_moves',
        `${workspace.name} moves to another installation, or comes from one. \`hark workspace move\` finishes it or calls it off.`,
      );
    if (workspace.isSuspended === isWanted) return false;
    await updateSuspended(transaction, id, isWanted ? clock.now() : null);
    await recordAudit(
      { ...context, transaction, workspace: id, actor },
      {
        action: 'changed',
        subject: { type: 'workspace', id, name: workspace.name },
        old: { suspended: !isWanted },
        new: { suspended: isWanted },
      },
    );
    return true;
  });
}
