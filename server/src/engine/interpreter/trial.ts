import type { Principal } from '../../core/access/index.ts';
import type { Context } from '../../core/context/index.ts';
import { loadFieldSet } from '../../core/lead-fields/index.ts';
import {
  insertTrial,
  type LoadedRun,
  type RunTrial,
  type RunTrialIn,
  selectInput,
  selectLoadedRuns,
  startedInput,
  type TrialParams,
} from '../../core/runs/index.ts';
import { loadSecrets } from '../../core/secrets/index.ts';
import { loadUserNames } from '../../core/users/index.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import { uuid7 } from '../../lib/crypto/uuid7.ts';
import { fault, HarkError } from '../../lib/errors.ts';
import type { RunId } from '../../lib/ids.ts';
import { Trial } from './execute-trial.ts';
import type { RunContext } from './run-context.ts';

export const runTrial: RunTrial = async (context, params) => {
  const { runContext, rehearse } = await prepareTrial(context, params);
  return rehearse((transaction) => new Trial(context, params, runContext).run(transaction));
};

export const runTrialIn: RunTrialIn = async (context, transaction, params) => {
  const id = params.id ?? newRunId(context);
  await insertTrialRun(context, transaction, params, id);
  const run = await loadTrialRun(transaction, params, id);
  return new Trial(context, params, await runContextOf(context, params, run)).run(transaction);
};

const newRunId = ({ clock }: Context) => uuid7(clock.now().getTime()) as RunId;

/** Loads what a trial needs. `rehearse` runs work with a temporary run, and rolls everything back. */
export async function prepareTrial(context: Context, params: TrialParams) {
  const id = newRunId(context);
  const run = await rehearseAs(context, params, id, (transaction) => loadTrialRun(transaction, params, id));
  return {
    runContext: await runContextOf(context, params, run),
    rehearse: <T>(work: (transaction: Transaction) => Promise<T>) => rehearseAs(context, params, id, work),
  };
}

/** Runs `work` with a temporary run, and rolls everything back. */
function rehearseAs<T>(
  context: Context,
  params: TrialParams,
  id: RunId,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return context.db.rehearse().write(params.workspace, async (transaction) => {
    await insertTrialRun(context, transaction, params, id);
    return work(transaction);
  });
}

async function insertTrialRun(
  { clock }: Context,
  transaction: Transaction,
  { workspace, workflow, input }: TrialParams,
  id: RunId,
): Promise<void> {
  const stored =
    'run' in input
      ? await selectInput(transaction, workspace, workflow, input.run)
      : 'data' in input
        ? startedInput(input.data)
        : input.stored;
  if (stored === undefined) {
    throw new HarkError(
      'not-found',
      'unknown_run',
      'This workflow has no such run. It may have been deleted by the retention settings.',
    );
  }
  await insertTrial(transaction, workspace, { id, workflow, input: stored, now: clock.now() });
}

async function loadTrialRun(
  transaction: Transaction,
  { workspace }: TrialParams,
  id: RunId,
): Promise<LoadedRun> {
  const [loaded] = await selectLoadedRuns(transaction, workspace, [id]);
  if (!loaded) throw fault('trial_lost', 'The temporary run of a test is missing.');
  return loaded;
}

/** Builds the same context as for one of the owner's real runs, except for the source of the steps. */
async function runContextOf(
  context: Context,
  { workspace: id, steps }: TrialParams,
  run: LoadedRun,
): Promise<RunContext> {
  const [{ secrets, hosts, mask }, fields, names] = await Promise.all([
    loadSecrets(context, id, run.versions.values),
    loadFieldSet(context, id, run.versions.fields),
    loadUserNames(context, id, run.versions.names),
  ]);
  const { actor } = run;
  if (!actor) throw new HarkError('not-found', 'unknown_workflow', 'The workflow has been deleted.');
  const owner: Principal = {
    workspace: { id, ...run.workspace },
    user: actor.user,
    role: actor.role,
    means: { type: 'workflow', id: run.workflow.id, name: actor.workflowName, run: run.id },
  };
  const job = { workspace: id, run: run.id, fence: run.fence };
  const runContext = {
    job,
    run,
    actor,
    principal: owner,
    workflow: steps,
    secrets,
    hosts,
    mask,
    fields,
    names,
  };
  return { ...runContext, steps: [] };
}
