import { type Config, installationSettings } from '../../config.ts';
import type { Context } from '../../core/context/index.ts';
import { findInstallation, openDispatchDoor } from '../../core/installation/index.ts';
import { findWorkspaceOfRun } from '../../core/runs/index.ts';
import type { RunId, WorkspaceId } from '../../lib/ids.ts';
import { createLogger } from '../../lib/log.ts';
import { withContext } from '../shared/with-context.ts';
import { requireWorkspace } from '../shared/workspace-option.ts';

/** Runs `work` in the database of a workspace. Without a name, it is the workspace of the run, whose ID is unique. */
export const inWorkspaceOfRun = <T>(
  config: Config,
  baseUrl: string | undefined,
  run: RunId,
  work: (context: Context, workspace: WorkspaceId) => Promise<T>,
): Promise<T> =>
  withContext(config, async (context) => {
    const found = baseUrl === undefined ? await findWorkspaceIn(config, run) : undefined;
    return work(context, found ?? (await requireWorkspace(context, baseUrl)).id);
  });

async function findWorkspaceIn(config: Config, run: RunId): Promise<WorkspaceId | undefined> {
  const installation = findInstallation(installationSettings(config));
  const db = openDispatchDoor(installation, createLogger(config.LOG_LEVEL, 'command'));
  try {
    return await findWorkspaceOfRun(db, run);
  } finally {
    await db.close();
  }
}
