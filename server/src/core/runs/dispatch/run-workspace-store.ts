import type { DispatchDatabase } from '../../../db/dispatch-database.ts';
import { sql } from '../../../db/driver/sql.ts';
import { HarkError } from '../../../lib/errors.ts';
import type { RunId, WorkspaceId } from '../../../lib/ids.ts';

/**
 * Returns the workspace of a run; undefined if several have a run with this ID, because a workspace was imported twice.
 * Looks into each workspace, because the key of runs starts with it. @throws HarkError if there is no such run
 */
export async function findWorkspaceOfRun(db: DispatchDatabase, run: RunId): Promise<WorkspaceId | undefined> {
  const [found, ...others] = await db.query<{ id: WorkspaceId }>(sql`
    select w.id from workspaces w
    where exists (select from runs r where r.workspace_id = w.id and r.id = ${run}) limit 2`);
  if (!found) throw new HarkError('not-found', 'unknown_run', `There is no run ${run}.`);
  return others.length === 0 ? found.id : undefined;
}
