import type { Transaction } from '../../db/driver/transaction.ts';
import type { LeadId, RunId, WorkflowId, WorkspaceId } from '../../lib/ids.ts';
import type { Context } from '../context/index.ts';
import { readFieldSet } from '../lead-fields/index.ts';
import { deleteLead } from '../leads/index.ts';
import {
  type MockStep,
  type RunTrialIn,
  type StepRow,
  type TrialResult,
  trialMailer,
} from '../runs/index.ts';
import type { CompiledWorkflow } from '../workflows/index.ts';
import { createsLead, idIn, type NewIds, newIdsOf } from './new-ids.ts';
import {
  type LeadEntry,
  type StoredRequest,
  selectCreatedBy,
  selectLastIds,
  selectLeadEntries,
} from './shadow-store.ts';

/** What one version did with a stored request. */
export interface ShadowRun {
  readonly result: TrialResult;
  readonly leads: readonly LeadEntry[];
  readonly ids: NewIds;
  /** The call that has no recording, and ended the shadow run. */
  readonly missing: string | undefined;
}

export interface ShadowTools {
  readonly context: Context;
  readonly runTrialIn: RunTrialIn;
  readonly workspace: WorkspaceId;
  readonly workflow: WorkflowId;
}

/** A stored request, with the steps of its run. `id` is the ID that both shadow runs have. */
export interface Original {
  readonly id: RunId;
  readonly request: StoredRequest;
  readonly steps: readonly StepRow[];
}

/**
 * Executes steps with a stored request, in a transaction that is rolled back. The clock starts when the request was
 * accepted (spec/shadow §1.3).
 */
export function shadowRun(
  { context, runTrialIn, workspace, workflow }: ShadowTools,
  { id, request, steps: recorded }: Original,
  steps: CompiledWorkflow,
  mockWith: (lastLead: number, onMissing: (request: string) => void) => MockStep,
): Promise<ShadowRun> {
  return context.db.rehearse().write(workspace, async (transaction) => {
    const last = await selectLastIds(transaction, workspace);
    await removeCreated(context, transaction, workspace, request.id, recorded);
    let missing: string | undefined;
    const result = await runTrialIn(context, transaction, {
      workspace,
      workflow,
      steps,
      id,
      input: { stored: request.input },
      answers: {},
      mailer: trialMailer,
      ignoresMailLimit: true,
      startsAt: request.accepted_at,
      mock: mockWith(last.lead, (call) => {
        missing = call;
      }),
    });
    const leads = await selectLeadEntries(transaction, workspace, id, last.entry);
    return { result, leads, ids: newIdsOf(result.steps, last.lead), missing };
  });
}

/**
 * Removes the leads that the original run created, so that creating them again doesn't fail because of their unique
 * values (spec/shadow §1.4).
 */
async function removeCreated(
  { clock }: Context,
  transaction: Transaction,
  workspace: WorkspaceId,
  run: RunId,
  steps: readonly StepRow[],
): Promise<void> {
  const ids = steps.filter(({ type }) => createsLead(type)).map(({ output }) => idIn(output, 'id'));
  const created = ids.filter((id) => typeof id === 'number') as LeadId[];
  if (created.length === 0) return;
  const fields = await readFieldSet(transaction, workspace);
  const actor = { user: null, means: { type: 'command' }, origin: null } as const;
  const change = { transaction, workspace, actor, clock, fields, may: () => true, defaultOwner: null };
  for (const lead of await selectCreatedBy(transaction, workspace, run, created))
    await deleteLead({ ...change, startsTriggers: false }, lead);
}
