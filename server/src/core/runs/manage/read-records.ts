import type { Transaction } from '../../../db/driver/transaction.ts';
import type { RunId, WorkflowId } from '../../../lib/ids.ts';
import { parseExactJson } from '../../../lib/json.ts';
import { may, type Principal, reachOf } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import { loadSecrets } from '../../secrets/index.ts';
import { type StepRow, selectStepPage } from '../execution/step-store.ts';
import {
  countRuns,
  type ListedRun,
  type OwnedRun,
  type RunPage,
  selectOwnedRun,
  selectRunList,
} from '../list/run-list-store.ts';
import { everyRun } from '../list/run-scope-store.ts';
import { noRun } from '../list/view-runs.ts';
import type { RunStatus } from '../model/run.ts';
import { readAttempts } from '../model/step-attempt.ts';
import { type runDetailFields, type StepRecord, showRun } from './run-record.ts';

/** Returns a page of the runs that a user can see, newest first, and how many there are (spec/rest-api §13.1). */
export async function pageRuns(
  { db }: Context,
  principal: Principal,
  { workflow, status }: { workflow: WorkflowId | null; status: RunStatus | null },
  page: RunPage,
): Promise<{ total: number; runs: ListedRun[] }> {
  const reach = reachOf(principal, 'runs.view');
  if (reach === 'none') return { total: 0, runs: [] };
  const workspace = principal.workspace.id;
  const owner = reach === 'own' ? principal.user.id : null;
  const scope = { ...everyRun, owner, workflow, statuses: status === null ? null : [status] };
  return db.read(workspace, async (transaction) => {
    const [total, runs] = await Promise.all([
      countRuns(transaction, workspace, scope),
      selectRunList(transaction, workspace, scope, page),
    ]);
    return { total, runs };
  });
}

/** Returns a run that the user can see, with its input and result. Secrets are hidden (spec/runs §3.4). */
export async function readRunRecord(
  context: Context,
  principal: Principal,
  run: RunId,
): Promise<Record<(typeof runDetailFields)[number], unknown>> {
  const workspace = principal.workspace.id;
  const found = await context.db.read(workspace, (transaction) => findRun(transaction, principal, run));
  const { mask } = await loadSecrets(context, workspace, found.valuesVersion);
  return {
    ...showRun(found),
    input: parseExactJson(mask(found.input)),
    result: found.result === null ? null : (JSON.parse(found.result) as unknown),
  };
}

/** @throws HarkError if there is no such run, or the user can't see it */
async function findRun(transaction: Transaction, principal: Principal, run: RunId): Promise<OwnedRun> {
  const found = await selectOwnedRun(transaction, principal.workspace.id, run);
  // The runs of a deleted workflow have no owner, so only users who can view all workflows see them.
  if (!found || !may(principal, 'runs.view', found.owner)) throw noRun();
  return found;
}

/** Returns a page of a run's steps, in the order in which they started, and how many there are. */
export const pageSteps = (
  { db }: Context,
  principal: Principal,
  run: RunId,
  page: { after: number; start: number; most: number },
): Promise<{ total: number; steps: StepRecord[] }> =>
  db.read(principal.workspace.id, async (transaction) => {
    await findRun(transaction, principal, run);
    const { total, rows } = await selectStepPage(
      transaction,
      { workspace: principal.workspace.id, run },
      page,
    );
    return { total, steps: rows.map(showStep) };
  });

/** Steps are stored with their secrets hidden. */
const showStep = (step: StepRow): StepRecord => ({
  position: step.position,
  path: step.path,
  name: step.name,
  type: step.type,
  status: step.status,
  started_at: step.startedAt.toISOString(),
  ended_at: step.endedAt?.toISOString() ?? null,
  input: step.input === null ? null : (JSON.parse(step.input) as unknown),
  output: step.output === null ? null : (JSON.parse(step.output) as unknown),
  error: step.error,
  handled: step.isHandled,
  approval_id: step.approval,
  called_run: step.calledRun,
  attempts: readAttempts(step),
});
