import type { Transaction } from '../../../db/driver/transaction.ts';
import { uuid7 } from '../../../lib/crypto/uuid7.ts';
import { HarkError, notFound } from '../../../lib/errors.ts';
import type { RunId, WorkflowId, WorkspaceId } from '../../../lib/ids.ts';
import { may, type Principal, requireUnlimited } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import { answerOnce, type GivenAnswer, type RepeatableRequest } from '../../idempotency/index.ts';
import {
  insertStarted,
  notPublished,
  notStartable,
  type RunDispatch,
  startedInput,
  workflowOff,
} from '../../runs/index.ts';
import { selectSummary, type WorkflowName, type WorkflowSummary } from '../../workflows/index.ts';
import { selectTriggers } from '../definition/trigger-store.ts';
import { readInputs } from './read-inputs.ts';

type Data = Readonly<Record<string, unknown>>;

interface Dispatching {
  readonly dispatch: RunDispatch;
  readonly runsInFlight: number;
}

/**
 * Starts a workflow for an agent (spec/agents §2). A missing workflow and a workflow that the user can't start result
 * in the same error. The run is durable when this function returns.
 */
export async function startManually(
  { db, clock }: Context,
  dispatching: Dispatching,
  principal: Principal,
  wanted: WorkflowName,
  data: Data,
): Promise<{ run: RunId; workflow: string }> {
  const workspace = principal.workspace.id;
  const started = await db.write(workspace, async (transaction) => {
    const workflow = await selectSummary(transaction, workspace, wanted);
    if (!workflow || !mayView(principal, workflow)) throw notStartable(principal, wanted);
    requireUnlimited(principal, 'start workflows');
    if (!mayStart(principal, workflow)) throw notStartable(principal, wanted);
    const isSent = claim(dispatching, workspace);
    const run = await insertManual({ transaction, clock }, workspace, { workflow, data, isSent });
    return { run, workflow: workflow.name, isSent };
  });
  send(dispatching, workspace, started);
  return started;
}

/**
 * Starts a workflow for a REST request, once per Idempotency-Key (spec/triggers §4.2). The run is durable when this
 * function returns.
 */
export async function startByRequest(
  { db, clock }: Context,
  dispatching: Dispatching,
  principal: Principal,
  { id, data, request }: { id: WorkflowId; data: Data; request: RepeatableRequest },
): Promise<GivenAnswer> {
  const workspace = principal.workspace.id;
  let started: { run: RunId; isSent: boolean } | undefined;
  const answer = await db.write(workspace, (transaction) =>
    answerOnce(transaction, principal, request, async () => {
      const workflow = await requireStartable(transaction, principal, id);
      const isSent = claim(dispatching, workspace);
      const run = await insertManual({ transaction, clock }, workspace, { workflow, data, isSent });
      started = { run, isSent };
      return { status: 202, body: JSON.stringify({ run_id: run }), leads: [] };
    }),
  );
  if (started) send(dispatching, workspace, started);
  return answer;
}

/** Starts a workflow for an operator, who has all permissions (spec/triggers §4.4). The sweeper sends the run to the engine. */
export function startByOperator(
  { db, clock }: Context,
  workspace: WorkspaceId,
  workflow: { readonly id: WorkflowId; readonly name: string },
  data: Data,
): Promise<RunId> {
  return db.write(workspace, (transaction) =>
    insertManual({ transaction, clock }, workspace, { workflow, data, isSent: false }),
  );
}

/** The permissions, in the order of spec/triggers §4.3. */
async function requireStartable(
  transaction: Transaction,
  principal: Principal,
  id: WorkflowId,
): Promise<WorkflowSummary> {
  const workflow = await selectSummary(transaction, principal.workspace.id, id);
  if (!workflow || !mayView(principal, workflow)) throw notFound();
  requireUnlimited(principal, 'start workflows');
  if (!mayStart(principal, workflow))
    throw new HarkError('forbidden', 'not_allowed', 'You need edit access to this workflow.');
  return workflow;
}

const mayView = (principal: Principal, { owner }: WorkflowSummary) =>
  may(principal, 'workflows.view', owner.id);
const mayStart = (principal: Principal, { owner }: WorkflowSummary) => may(principal, 'runs.start', owner.id);

/** Checks the inputs, then whether the workflow is enabled, and stores the run (spec/triggers §4.3). */
async function insertManual(
  { transaction, clock }: { transaction: Transaction; clock: Context['clock'] },
  workspace: WorkspaceId,
  { workflow, data, isSent }: { workflow: { id: WorkflowId; name: string }; data: Data; isSent: boolean },
): Promise<RunId> {
  const triggers = await selectTriggers(transaction, workspace, workflow.id);
  const manual = triggers.map(({ trigger }) => trigger).find((trigger) => trigger.type === 'manual');
  const input = startedInput(readInputs(manual?.inputs, data), 'manual');
  const now = clock.now();
  const id = uuid7(now.getTime()) as RunId;
  const run = { id, input, now, isSent, depth: 0, owner: null, trace: null, startedBy: null };
  const found = await insertStarted(transaction, workspace, {
    ...run,
    workflow: workflow.id,
    trigger: 'manual',
  });
  if (found && !found.isPublished) throw notPublished(workflow.name);
  if (!found?.isOn) throw workflowOff(workflow.name);
  return id;
}

const claim = ({ dispatch, runsInFlight }: Dispatching, workspace: WorkspaceId): boolean =>
  dispatch.claim(workspace, runsInFlight);

function send(
  { dispatch }: Dispatching,
  workspace: WorkspaceId,
  { run, isSent }: { run: RunId; isSent: boolean },
): void {
  if (isSent) dispatch.start({ workspace, run, fence: 0 });
}
