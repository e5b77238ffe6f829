import type { Transaction } from '../../../db/driver/transaction.ts';
import { HarkError } from '../../../lib/errors.ts';
import type { RunId } from '../../../lib/ids.ts';
import { parseExactJson } from '../../../lib/json.ts';
import { may, type Principal, reachOf } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import { loadSecrets } from '../../secrets/index.ts';
import { findWorkflow, type WorkflowName } from '../../workflows/index.ts';
import type { RunStatus } from '../model/run.ts';
import { readAttempts, type StepAttempt } from '../model/step-attempt.ts';
import { addFacts, type BrowsedRun } from './browse-runs.ts';
import { type ListedRun, selectOwnedRun, selectRunList } from './run-list-store.ts';
import { everyRun } from './run-scope-store.ts';
import { type ListedStep, maxShown, selectStepList } from './step-list-store.ts';

export interface RunParams {
  readonly workflow?: WorkflowName | undefined;
  readonly status?: RunStatus | undefined;
  readonly before?: RunId | undefined;
  readonly most: number;
}

/** Lists the runs of workflows that a user can see, newest first. */
export const viewRuns = (
  { db }: Context,
  principal: Principal,
  { workflow, status, before, most }: RunParams,
): Promise<ListedRun[]> =>
  db.read(principal.workspace.id, async (transaction) => {
    const reach = reachOf(principal, 'runs.view');
    const found =
      workflow === undefined ? null : await findWorkflow(transaction, principal, workflow, 'runs.view');
    if (reach === 'none') return [];
    const scope = {
      ...everyRun,
      owner: reach === 'own' ? principal.user.id : null,
      workflow: found?.id ?? null,
      statuses: status === undefined ? null : [status],
    };
    return selectRunList(transaction, principal.workspace.id, scope, { before: before ?? null, most });
  });

/** A run as a user can see it: its input, some of its steps, and the steps that failed. */
export interface ViewedRun extends BrowsedRun {
  /** The name of the workflow's owner, with whose permissions the run works. Null if the workflow was deleted. */
  readonly runsAs: string | null;
  /** The request that started the run, if one did and the user can see it. A request has the ID of its run. */
  readonly request: RunId | null;
  /** The runs that this one is linked to as a retry or by a step, if the user can see them. */
  readonly related: readonly Pick<ListedRun, 'id' | 'status'>[];
  readonly input: unknown;
  /** What the run's `return` step returned. */
  readonly result: unknown;
  readonly steps: readonly ViewedStep[];
  readonly failed: readonly ViewedStep[];
}

export type ViewedStep = Omit<
  ListedStep,
  'input' | 'output' | 'input_length' | 'output_length' | 'attempts'
> & {
  readonly attempts: readonly StepAttempt[];
  readonly input: unknown;
  readonly output: unknown;
};

/** The error for a missing run, and also for a run that the caller can't see. */
export const noRun = () =>
  new HarkError('not-found', 'unknown_run', "This run doesn't exist, or you don't have access to it.");

const maxFailed = 3;

/** Returns a run for a user. Secrets are hidden wherever they appear (spec/runs §3.4). */
export async function viewRun(
  context: Context,
  principal: Principal,
  run: RunId,
  { after, most }: { after: number; most: number },
): Promise<ViewedRun> {
  const workspace = principal.workspace.id;
  const [found, steps, failed] = await context.db.read(workspace, (transaction) =>
    Promise.all([
      selectOwnedRun(transaction, workspace, run),
      selectStepList(transaction, { workspace, run }, { after, most }),
      selectStepList(transaction, { workspace, run }, { after: -1, most: maxFailed, isFailed: true }),
    ]),
  );
  if (!found || !may(principal, 'runs.view', found.owner)) throw noRun();
  const { mask } = await loadSecrets(context, workspace, found.valuesVersion);
  const { valuesVersion: _, ownerName, result, ...row } = found;
  const [[browsed], related] = await context.db.read(workspace, (transaction) =>
    Promise.all([
      addFacts({ transaction, principal, mask }, [row]),
      selectRelated(transaction, principal, row),
    ]),
  );
  if (!browsed) throw noRun();
  const mayInspect = row.owner !== null && may(principal, 'listeners.inspect_requests', row.owner);
  return {
    ...browsed,
    runsAs: ownerName,
    request: mayInspect && browsed.trigger === 'webhook' ? run : null,
    related,
    input: parseExactJson(mask(row.input)),
    result: result === null ? null : (JSON.parse(result) as unknown),
    steps: steps.map(toViewed),
    failed: failed.map(toViewed),
  };
}

/** Returns the runs that a run is linked to. */
function selectRelated(
  transaction: Transaction,
  principal: Principal,
  { retryOf, retriedAs, startedBy }: ListedRun,
): Promise<ListedRun[]> {
  const ids = [retryOf, retriedAs, startedBy].filter((id) => id !== null);
  if (ids.length === 0) return Promise.resolve([]);
  const owner = reachOf(principal, 'runs.view') === 'own' ? principal.user.id : null;
  const page = { before: null, most: ids.length };
  return selectRunList(transaction, principal.workspace.id, { ...everyRun, owner, ids }, page);
}

const toViewed = (row: ListedStep): ViewedStep => {
  const { input, output, input_length, output_length, attempts, ...step } = row;
  return {
    ...step,
    attempts: readAttempts({ attempts }),
    input: shownValue(input, input_length),
    output: shownValue(output, output_length),
  };
};

/** Truncated JSON can't be parsed, so it is shown as plain text. */
function shownValue(json: string | null, length: number | null): unknown {
  if (json === null || length === null) return null;
  return length > maxShown
    ? `${json}… [${length - maxShown} more characters]`
    : (JSON.parse(json) as unknown);
}
