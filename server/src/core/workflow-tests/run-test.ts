import type { Transaction } from '../../db/driver/transaction.ts';
import { uuid7 } from '../../lib/crypto/uuid7.ts';
import { fault } from '../../lib/errors.ts';
import type { WorkflowId, WorkspaceId } from '../../lib/ids.ts';
import { parseOwnJson } from '../../lib/json.ts';
import type { Actor, Change } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import { readFieldSet } from '../lead-fields/index.ts';
import { presentWire, readAllLeads } from '../leads/index.ts';
import { selectListener } from '../listeners/index.ts';
import { applySections, createFurnished, ProvisioningProblem } from '../provisioning/index.ts';
import { type RunTrialIn, readAnswer, type TrialResult, trialMailer } from '../runs/index.ts';
import { readSecrets } from '../secrets/index.ts';
import { readUserNames } from '../users/index.ts';
import type { CompiledWorkflow } from '../workflows/index.ts';
import { findDifferences, type Observed } from './compare.ts';
import { MissingMock, mockSteps } from './mocks.ts';
import type { CheckedTests } from './test-file.ts';
import { inputOf } from './test-input.ts';
import type { WorkflowTest } from './test-schema.ts';

interface Testing {
  readonly context: Context;
  readonly runTrialIn: RunTrialIn;
  readonly actor: Actor;
  /** The operator's HARK_EGRESS_ALLOW: only these hosts can have a connection over http. */
  readonly egressAllow: ReadonlySet<string>;
}

/**
 * Runs one test of a file in a new workspace, in a transaction that is always rolled back (spec/workflow-tests §1.4). The
 * workspace has a separate host, so the test neither reads nor locks a workspace with the same base URL.
 * @returns the differences to what the test expects
 */
export function runTest(testing: Testing, tests: CheckedTests, index: number): Promise<string[]> {
  const { context, actor, egressAllow } = testing;
  const { file, steps } = tests;
  const test = file.tests[index];
  if (!test) throw fault('unknown_test', `There is no test ${index}.`);
  const { listener_host: _, ...workspace } = tests.workspace;
  const startsAt = test.now === undefined ? undefined : new Date(test.now);
  const before = {
    ...context,
    db: context.db.rehearse(),
    ...(startsAt && { clock: { now: () => startsAt } }),
  };
  const { baseUrl } = workspace.base_url;
  const host = `${uuid7(context.clock.now().getTime())}.invalid`;
  return createFurnished(
    before,
    actor,
    { name: workspace.name ?? baseUrl, baseUrl, host },
    async (change) => {
      const { result } = await applySections(change, workspace, 0, { egressAllow });
      const applied = result.workflows?.find(({ name }) => name === file.workflow);
      if (!applied || !('id' in applied))
        throw fault('test_workflow_lost', 'The tested workflow is missing.');
      await applyLeads(change, tests, index);
      return runIn(testing, change, test, { id: applied.id as WorkflowId, steps });
    },
  );
}

/** Creates the leads that exist before the run. An error is reported with its path in the test file. */
async function applyLeads(
  change: Change,
  { file, text, workspace }: CheckedTests,
  index: number,
): Promise<void> {
  const { base_url } = workspace;
  const leads = file.tests[index]?.leads ?? [];
  await applySections(change, { base_url, leads }, 0, {}).catch((error: unknown) => {
    if (!(error instanceof ProvisioningProblem)) throw error;
    const problems = error.problems.map(({ path, message }) => ({
      path: ['tests', index, ...path.slice(2)],
      message,
    }));
    throw new ProvisioningProblem(problems, { text });
  });
}

async function runIn(
  { context, runTrialIn }: Testing,
  { transaction, workspace }: Change,
  test: WorkflowTest,
  workflow: { readonly id: WorkflowId; readonly steps: CompiledWorkflow },
): Promise<string[]> {
  const inside = { ...context, db: context.db.within(transaction) };
  const listener = await selectListener(transaction, workspace, workflow.id, context.key);
  try {
    const result = await runTrialIn(inside, transaction, {
      workspace,
      workflow: workflow.id,
      steps: workflow.steps,
      input: { stored: inputOf(test, listener?.wantsRaw ?? false) },
      answers: {},
      mailer: trialMailer,
      mock: mockSteps(test.mocks),
      startsAt: test.now === undefined ? undefined : new Date(test.now),
    });
    if (result.status === 'unfinished') return [unfinished];
    return describeDifferences(test, await observe(inside, transaction, workspace, result));
  } catch (error) {
    if (error instanceof MissingMock) return [error.message];
    throw error;
  }
}

const unfinished = 'The run did not finish within 500 steps and 5 seconds.';

/** Adds why the run failed, if that was not expected. */
function describeDifferences({ expect }: WorkflowTest, observed: Observed): string[] {
  const differences = findDifferences(expect, observed);
  const isSurprise = differences.length > 0 && observed.status === 'failed' && expect.error === undefined;
  return isSurprise ? [...differences, `The run failed: ${observed.error}`] : differences;
}

async function observe(
  context: Context,
  transaction: Transaction,
  workspace: WorkspaceId,
  { run, status, error, warnings, steps, result, http, mails }: TrialResult,
): Promise<Observed> {
  const fields = await readFieldSet(transaction, workspace);
  const names = await readUserNames(transaction, workspace);
  const leads = await readAllLeads(transaction, workspace, fields);
  const rows = steps.map((step) => ({ ...step, input: parsed(step.input), output: parsed(step.output) }));
  return {
    status,
    error,
    warnings,
    steps: new Map(rows.flatMap((row) => [[row.path, row] as const, [row.name, row] as const])),
    respond: await respondOf(context, workspace, run),
    result: parsed(result),
    leads: JSON.parse(`[${presentWire(leads, names, fields)}]`),
    http,
    mails,
  };
}

const parsed = (json: string | null): unknown => (json === null ? null : parseOwnJson(json));

/** Returns the response of the `respond` step without secrets (spec/workflow-tests §3.2), or null if there was none. */
async function respondOf(
  context: Context,
  workspace: WorkspaceId,
  run: TrialResult['run'],
): Promise<object | null> {
  const found = await readAnswer(context, workspace, run);
  if (found.kind !== 'answered') return null;
  const { status, headers, body } = found.answer;
  const isJson = body?.type.startsWith('application/json');
  const shown = JSON.stringify({
    status,
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    body: isJson ? parseOwnJson(body?.text ?? '') : (body?.text ?? null),
  });
  const { mask } = await readSecrets(context, workspace);
  return parseOwnJson(mask(shown)) as object;
}
