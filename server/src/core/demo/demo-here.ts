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

/** Longer than a run may take: after this, the process that plays it has given up or was stopped. */
const patienceMs = 40_000;

interface DemoState {
  readonly state: 'none' | 'playing' | 'played' | 'stuck';
  readonly runs: number;
  readonly of: number;
}

/** Adds the sample data to a user's own workspace, once; `owner` is an email address. */
export async function addDemo(
  change: Change,
  { baseUrl }: Pick<Workspace, 'baseUrl'>,
  owner: string,
): Promise<DemoPlace> {
  // Also locks out a concurrent call.
  await renameWorkspace(change, undefined);
  const { workflows } = await selectDemo(change.transaction, change.workspace, demoWorkflowNames, 1);
  if (workflows > 0)
    throw conflict(
      'demo_there',
      'The demonstration is in this workspace already. Take it away before you add it again.',
    );
  return demoIn(change.workspace, await apply(change, demoWithin(baseUrl, owner)));
}

/** Removes its workflows and leads. Its runs stay until their retention period ends. */
export async function removeDemo(change: Change, { baseUrl }: Pick<Workspace, 'baseUrl'>): Promise<void> {
  await apply(change, demoTakenAway(baseUrl, demoEmails));
}

/** Derived from stored data, so that every process returns the same. */
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
  return item ? applySections(change, item, 0, true) : {};
}
