import type { Context } from '../../core/context/index.ts';
import {
  type StepRow,
  type StepTestParams,
  type StepTestResult,
  selectRunSteps,
  type TestStep,
  type TrialResult,
} from '../../core/runs/index.ts';
import { type CompiledStep, childLists, definitionOf } from '../../core/workflows/index.ts';
import type { Egress } from '../../lib/egress/egress.ts';
import { conflict, invalid } from '../../lib/errors.ts';
import { makeCall } from './calls/make-call.ts';
import type { CallOutcome } from './calls/outside-call.ts';
import { CallPending, Trial } from './execute-trial.ts';
import type { RunContext } from './run-context.ts';
import { prepareTrial } from './trial.ts';

/** Tests a single step. A real call is made between two rehearsals: the first prepares it, the second uses its response. */
export const createTestStep =
  (egress: Egress): TestStep =>
  async (context, params) => {
    const { step: name, isSent } = params;
    const steps = stepsUpTo(params.steps.steps, name);
    if (!steps) throw invalid('unknown_step', `There is no step called ${name}.`);
    const { runContext: loaded, rehearse } = await prepareTrial(context, {
      ...params,
      steps: { ...params.steps, steps },
    });
    const runContext = { ...loaded, steps: await earlierOutputs(context, params, steps) };
    const attempt = (outcome?: CallOutcome) => {
      const tried = { name, isSent, ...(outcome && { outcome }) };
      return rehearse((transaction) => new Trial(context, params, runContext, tried).run(transaction));
    };
    try {
      return resultOf(name, await attempt(), null);
    } catch (error) {
      if (!(error instanceof CallPending)) throw error;
      const outcome = await send(context, egress, runContext, error);
      return resultOf(name, await attempt(outcome), outcome.ms);
    }
  };

/** Makes the call once, with the checks of a real run. A test doesn't retry. */
async function send(
  context: Context,
  egress: Egress,
  runContext: RunContext,
  { path, call }: CallPending,
): Promise<CallOutcome> {
  const { actor } = runContext;
  if (!definitionOf(call.type).isAnsweredInTests) {
    throw invalid('not_sendable', 'Only HTTP requests can be sent from a test.');
  }
  if (!actor.isActive) {
    throw conflict(
      'owner_inactive',
      `The owner, ${actor.user.name}, is deactivated, so the step can't send anything.`,
    );
  }
  const outside = { egress, mailer: undefined };
  const made = await makeCall(context, outside, runContext, { path, trace: undefined }, call);
  return made.kind === 'failed' ? { ...made, mayRetry: false } : made;
}

/**
 * Returns the steps that lead to a step, and the step itself without the steps inside it. Branches on the way are
 * taken regardless of their condition, so that the step can always be tested.
 */
function stepsUpTo(steps: readonly CompiledStep[], name: string): readonly CompiledStep[] | undefined {
  for (const [index, step] of steps.entries()) {
    const before = steps.slice(0, index);
    if (step.name === name) return [...before, withChildren(step, [])];
    for (const [, inner] of childLists(step)) {
      const inside = stepsUpTo(inner, name);
      if (!inside) continue;
      return step.type === 'for_each' && inner !== step.onError
        ? [...before, withChildren(step, inside)]
        : [...before, withChildren(step, []), ...inside];
    }
  }
  return undefined;
}

/**
 * Gives all lists of a step the same content, and enables the step: a disabled step can be tested too. Nothing handles
 * its failure, so that the test shows it.
 */
const withChildren = (step: CompiledStep, inside: readonly CompiledStep[]) =>
  ({
    ...step,
    isDisabled: false,
    onError: undefined,
    children: Object.fromEntries(Object.keys(step.children).map((key) => [key, inside])),
  }) as CompiledStep;

/** Returns the finished steps of the chosen run that come before the tested step, except the steps around it. */
async function earlierOutputs(
  { db }: Context,
  { workspace, input, answers, step }: StepTestParams,
  steps: readonly CompiledStep[],
): Promise<StepRow[]> {
  if (!('run' in input)) return [];
  const rows = await db.read(workspace, (transaction) =>
    selectRunSteps(transaction, { workspace, run: input.run }),
  );
  const types = new Map(flatten(steps).map(({ name, type }) => [name, type]));
  const around = new Set(loopsAround(steps, step));
  return rows.filter(
    ({ name, type, status }) =>
      status === 'succeeded' &&
      types.get(name) === type &&
      name !== step &&
      !around.has(name) &&
      !Object.hasOwn(answers, name),
  );
}

const flatten = (steps: readonly CompiledStep[]): CompiledStep[] =>
  steps.flatMap((step) => [step, ...childLists(step).flatMap(([, inner]) => flatten(inner))]);

const loopsAround = (steps: readonly CompiledStep[], name: string): string[] =>
  flatten(steps)
    .filter((step) => childLists(step).some(([, inner]) => flatten(inner).some((one) => one.name === name)))
    .map((step) => step.name);

function resultOf(name: string, { error, steps }: TrialResult, sentMs: number | null): StepTestResult {
  const row = steps.find((step) => step.name === name);
  if (!row) return { status: 'not reached', error, input: null, output: null, sentMs };
  const status = row.status === 'failed' ? 'failed' : 'succeeded';
  return { status, error: row.error, input: row.input, output: row.output, sentMs };
}
