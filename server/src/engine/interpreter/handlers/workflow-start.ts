import { readWorkflowName, startRun } from '../../../core/runs/index.ts';
import { definitionOf } from '../../../core/workflows/index.ts';
import type { StepHandler } from './step-handler.ts';

export const handleWorkflowStart: StepHandler<'workflow.start'> = {
  kind: 'action',
  run: async ({ type }, { workflow, data }, { context, transaction, runContext }) => {
    const { job, run, principal } = runContext;
    const started = await startRun({ transaction, clock: context.clock }, principal, {
      workflow: readWorkflowName(workflow),
      data,
      needs: definitionOf(type).permissions ?? [],
      startedBy: { run: job.run, depth: run.depth, trace: run.trace },
    });
    return { run_id: started.run };
  },
};
