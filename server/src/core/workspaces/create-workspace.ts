import { violatedUnique } from '../../db/driver/database-error.ts';
import { conflict } from '../../lib/errors.ts';
import { type Actor, type Change, recordAudit } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import { keepWithinLimits } from '../limits/index.ts';
import { requireSeparateHosts } from './listener-host.ts';
import { insertSettings, insertWorkspace } from './workspace-store.ts';

/** Creates a workspace with default settings and runs `furnish` in it, in one transaction. */
export async function createWorkspace<T>(
  { db, clock, key }: Context,
  actor: Actor,
  { name, baseUrl, host }: { name: string; baseUrl: string; host: string },
  furnish: (change: Change) => Promise<T>,
): Promise<T> {
  const made = db.withNewWorkspace(insertWorkspace(name, baseUrl, host), async (transaction, workspace) => {
    const change = { transaction, workspace, actor, clock, key };
    await insertSettings(transaction, workspace);
    await keepWithinLimits(transaction, workspace);
    await recordAudit(change, {
      action: 'created',
      subject: { type: 'workspace', id: workspace, name },
      old: {},
      new: { name, base_url: baseUrl },
    });
    const furnished = await furnish(change);
    // This comes last, because it blocks other transactions that change hosts.
    await requireSeparateHosts(transaction, workspace);
    return furnished;
  });
  return made.catch((error) => {
    if (violatedUnique(error) !== 'workspaces_host_key') throw error;
    throw conflict(
      'workspace_exists',
      `Another process just created the workspace at ${baseUrl}. Run the command again.`,
    );
  });
}
