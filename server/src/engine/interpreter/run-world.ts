import { may, type Principal } from '../../core/access/index.ts';
import type { Context } from '../../core/context/index.ts';
import { type FieldSet, loadFieldSet } from '../../core/lead-fields/index.ts';
import {
  type LoadedRun,
  type RunActor,
  type RunJob,
  type StepRow,
  selectRun,
  selectSteps,
} from '../../core/runs/index.ts';
import { loadSecrets, type Mask } from '../../core/secrets/index.ts';
import { loadUserNames, type UserNames } from '../../core/users/index.ts';
import { type CompiledWorkflow, loadVersion } from '../../core/workflows/index.ts';

/** Everything that a segment of a run works with, read before its first transaction. */
export interface RunWorld {
  readonly job: RunJob;
  readonly run: LoadedRun;
  readonly actor: RunActor;
  readonly principal: Principal;
  readonly workflow: CompiledWorkflow;
  readonly secrets: ReadonlyMap<string, string>;
  readonly mask: Mask;
  readonly fields: FieldSet;
  readonly names: UserNames;
  readonly steps: readonly StepRow[];
}

/** What was found of a run: all of it, or that its workflow is gone, or nothing. */
export type FoundRun =
  | { readonly kind: 'world'; readonly world: RunWorld }
  | { readonly kind: 'workflow deleted'; readonly run: LoadedRun }
  | { readonly kind: 'none' };

/** Loads a run. Everything that does not belong to this run alone is remembered by the number under which it was read. */
export async function loadWorld(context: Context, job: RunJob): Promise<FoundRun> {
  const { workspace: id } = job;
  const [run, steps] = await context.db.withWorkspace(
    id,
    (transaction) => Promise.all([selectRun(transaction, job), selectSteps(transaction, job)]),
    { single: true },
  );
  if (!run) return { kind: 'none' };
  const [workflow, { secrets, mask }, fields, names] = await Promise.all([
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
    means: { type: 'workflow', id: run.workflow.id, name: actor.workflowName },
  };
  const world = { job, run, actor, principal, workflow, secrets, mask, fields, names, steps };
  return { kind: 'world', world };
}

/** Whether the owner of the workflow may do this to a lead of that owner. */
export const mayIn =
  ({ principal }: RunWorld) =>
  (...[act, owner]: [act: Parameters<typeof may>[1], owner: Parameters<typeof may>[2]]) =>
    may(principal, act, owner);
