import { conflict } from '../../lib/errors.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { Change } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import { applySections, readProvisioningFile, type WorkspaceResult } from '../provisioning/index.ts';
import { renameWorkspace, type Workspace } from '../workspaces/index.ts';
import { demoEmails } from './demo-deliveries.ts';
import { demoTakenAway, demoWithin, demoWorkflowNames } from './demo-document.ts';
import { selectDemo } from './demo-store.ts';
import { type DemoPlace, demoIn } from './demo-workspace.ts';
import { demoRuns } from './play-demo.ts';

/**
 * Longer than a run may take. After this time, the process that was playing the sample data has given up or
 * was stopped.
 */
const patienceMs = 40_000;

interface DemoState {
  readonly state: 'none' | 'playing' | 'played' | 'stuck';
  readonly runs: number;
  readonly of: number;
}

/** Adds the sample data to a user's own workspace, if it isn't there yet. `owner` is an email address. */
export async function addDemo(
  change: Change,
  { baseUrl }: Pick<Workspace, 'baseUrl'>,
  owner: string,
): Promise<DemoPlace> {
  // Without a name, this only locks the workspace, which keeps out a concurrent call.
  await renameWorkspace(change, undefined);
  const { workflows } = await selectDemo(change.transaction, change.workspace, demoWorkflowNames, 1);
  if (workflows > 0)
    throw conflict(
      'demo_there',
      'This workspace already has the sample data. Remove it before you add it again.',
    );
  return demoIn(change.workspace, await apply(change, demoWithin(baseUrl, owner)));
}

/** Removes the sample workflows and leads. Their runs stay until their retention period ends. */
export async function removeDemo(change: Change, { baseUrl }: Pick<Workspace, 'baseUrl'>): Promise<void> {
  await apply(change, demoTakenAway(baseUrl, demoEmails));
}

/** Derives the state from stored data, so every process returns the same state. */
export async function readDemo({ db, clock }: Context, workspace: WorkspaceId): Promise<DemoState> {
  const { workflows, runs, newest } = await db.read(workspace, (transaction) =>
    selectDemo(transaction, workspace, demoWorkflowNames, demoRuns),
  );
  const isFresh = newest !== null && clock.now().getTime() - newest.getTime() < patienceMs;
  const unfinished = isFresh ? 'playing' : 'stuck';
  const state = workflows === 0 ? 'none' : runs >= demoRuns ? 'played' : unfinished;
  return { state, runs, of: demoRuns };
}

async function apply(change: Change, document: object): Promise<Pick<WorkspaceResult, 'workflows'>> {
  const [item] = readProvisioningFile(JSON.stringify(document)).workspaces;
  return item ? (await applySections(change, item, 0, { showSecrets: true })).result : {};
}
