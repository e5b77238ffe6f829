import {
  type CalledRun,
  cancelCalledRun,
  readWorkflowName,
  type StepRow,
  selectCalledRun,
  startRun,
} from '../../../core/runs/index.ts';
import { definitionOf } from '../../../core/workflows/index.ts';
import { conflict, HarkError } from '../../../lib/errors.ts';
import type { StepHandler } from './step-handler.ts';

export const handleWorkflowCall: StepHandler<'workflow.call'> = {
  kind: 'park',
  async start({ type }, { workflow, data }, { context, transaction, runContext }) {
    const { run, principal } = runContext;
    const name = readWorkflowName(workflow);
    const started = await startRun({ transaction, clock: context.clock }, principal, {
      workflow: name,
      data,
      needs: definitionOf(type).permissions ?? [],
      startedBy: run,
      isCalled: true,
    }).catch((error: unknown) => {
      throw inOtherWords(error, name);
    });
    return { calledRun: started.run };
  },
  async look(row, { transaction, runContext }) {
    const called =
      row.calledRun && (await selectCalledRun(transaction, runContext.job.workspace, row.calledRun));
    if (!called) throw failed(`${describe(row)} was deleted.`);
    return outcomeOf(called, describe(row, called.workflow));
  },
  lateMessage: (row) => `${describe(row)} did not end in time.`,
  async abandon({ calledRun }, { context, transaction, runContext }) {
    const { workspace } = runContext.job;
    if (calledRun) await cancelCalledRun(transaction, { workspace, run: calledRun }, context.clock.now());
  },
  rehearsed: null,
};

function outcomeOf({ status, error, result }: CalledRun, run: string): { output: unknown } | undefined {
  if (status === 'succeeded') return { output: result === null ? null : (JSON.parse(result) as unknown) };
  if (status === 'failed') throw failed(`${run} failed: ${error ?? ''}`);
  if (status === 'cancelled') throw failed(`${run} was cancelled.`);
  return undefined;
}

const failed = (message: string) => conflict('called_run_failed', message);

/** Names the called run, with its workflow as it is called now or as the step called it. */
function describe({ calledRun, input }: StepRow, workflow?: string | null): string {
  const { workflow: written } = JSON.parse(input ?? '{}') as { workflow?: unknown };
  return `The run ${calledRun} of "${workflow ?? String(written)}"`;
}

/** An unknown workflow and one that the owner can't start look the same (spec/runs §2.12). */
function inOtherWords(error: unknown, name: string): unknown {
  if (!(error instanceof HarkError)) return error;
  if (error.code === 'unknown_workflow')
    return new HarkError(
      'not-found',
      'unknown_workflow',
      `There is no workflow "${name}" in this workspace.`,
    );
  if (error.code === 'workflow_off')
    return conflict('workflow_off', `The workflow "${name}" is switched off.`);
  return error;
}
