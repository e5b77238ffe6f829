import { readWorkflowName, startRun } from '../../../core/runs/index.ts';
import { definitionOf } from '../../../core/workflows/index.ts';
import type { StepHandler } from './step-handler.ts';

export const handleWorkflowStart: StepHandler<'workflow.start'> = {
  kind: 'action',
  run: async ({ type }, { workflow, data }, { context, transaction, runContext }) => {
    const { run, principal } = runContext;
    const started = await startRun({ transaction, clock: context.clock }, principal, {
      workflow: readWorkflowName(workflow),
      data,
      needs: definitionOf(type).permissions ?? [],
      startedBy: run,
    });
    return { run_id: started.run };
  },
};
