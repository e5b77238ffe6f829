import { may, type Principal } from '../../core/access/index.ts';
import type { Context } from '../../core/context/index.ts';
import { type FieldSet, loadFieldSet } from '../../core/lead-fields/index.ts';
import {
  type LoadedRun,
  type RunActor,
  type RunJob,
  type StepRow,
  selectLoadedRuns,
  selectStepsOf,
} from '../../core/runs/index.ts';
import { loadSecrets, type Mask } from '../../core/secrets/index.ts';
import { loadUserNames, type UserNames } from '../../core/users/index.ts';
import { type CompiledWorkflow, loadVersion } from '../../core/workflows/index.ts';
import type { WorkspaceId } from '../../lib/ids.ts';

export interface RunContext {
  readonly job: RunJob;
  readonly run: LoadedRun;
  readonly actor: RunActor;
  readonly principal: Principal;
  readonly workflow: CompiledWorkflow;
  readonly secrets: ReadonlyMap<string, string>;
  /** The allowed hosts of each secret. Contains only secrets that are bound to hosts. */
  readonly hosts: ReadonlyMap<string, readonly string[]>;
  readonly mask: Mask;
  readonly fields: FieldSet;
  readonly names: UserNames;
  readonly steps: readonly StepRow[];
}

export type FoundRun =
  | { readonly kind: 'runContext'; readonly runContext: RunContext }
  | { readonly kind: 'workflow deleted'; readonly run: LoadedRun }
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly error: unknown };

/** Loads runs in one round trip. Data shared by several runs is cached by its version. */
export async function loadRunContexts(
  context: Context,
  workspace: WorkspaceId,
  jobs: readonly RunJob[],
): Promise<{ job: RunJob; found: FoundRun }[]> {
  const ids = jobs.map(({ run }) => run);
  const [runs, steps] = await context.db.read(workspace, (transaction) =>
    Promise.all([selectLoadedRuns(transaction, workspace, ids), selectStepsOf(transaction, workspace, ids)]),
  );
  const byId = new Map(runs.map((run) => [run.id, run]));
  return Promise.all(
    jobs.map(async (job) => ({
      job,
      // A problem with one run, such as a version that can't be compiled, must not affect the others.
      found: await foundOf(context, job, byId.get(job.run), steps.get(job.run) ?? []).catch(
        (error: unknown) => ({ kind: 'unreadable', error }) as const,
      ),
    })),
  );
}

async function foundOf(
  context: Context,
  job: RunJob,
  run: LoadedRun | undefined,
  steps: readonly StepRow[],
): Promise<FoundRun> {
  const { workspace: id } = job;
  if (!run || run.fence !== job.fence || isFinal(run.status)) return { kind: 'none' };
  const [workflow, { secrets, hosts, mask }, fields, names] = await Promise.all([
    loadVersion(context, id, run.workflow.id, run.workflow.version),
    loadSecrets(context, id, run.versions.values),
    loadFieldSet(context, id, run.versions.fields),
    loadUserNames(context, id, run.versions.names),
  ]);
  const { actor } = run;
  if (!actor || !workflow) return { kind: 'workflow deleted', run };
  const principal: Principal = {
    workspace: { id, ...run.workspace },
    user: actor.user,
    role: actor.role,
    means: {
      type: 'workflow',
      id: run.workflow.id,
      name: actor.workflowName,
      run: job.run,
      ...(run.startedBy && { startedBy: run.startedBy }),
    },
  };
  const runContext = { job, run, actor, principal, workflow, secrets, hosts, mask, fields, names, steps };
  return { kind: 'runContext', runContext };
}

const isFinal = (status: LoadedRun['status']): boolean =>
  status === 'succeeded' || status === 'failed' || status === 'cancelled';

export const mayIn =
  ({ principal }: RunContext) =>
  (...[act, owner]: [act: Parameters<typeof may>[1], owner: Parameters<typeof may>[2]]) =>
    may(principal, act, owner);
