import { z } from 'zod';
import { startRunManually } from '../../../core/runs/index.ts';
import { defineTool } from '../tool.ts';
import { workflow } from '../workflow-arguments.ts';

export const startWorkflow = defineTool({
  title: 'Start a workflow',
  description:
    'Start a run of a workflow by hand. It does whatever the workflow does, also outside of the workspace, in the name of its owner: ask your user first. get_run tells how it went.',
  nature: { isReadOnly: false, isDestructive: true, reachesOutside: true },
  input: z.strictObject({
    workflow,
    data: z
      .record(z.string(), z.unknown())
      .default({})
      .describe('What the workflow reads as __data. Names that begin with __ are dropped.'),
  }),
  async run({ context, dispatch, principal, settings }, { workflow: wanted, data }) {
    const handing = { dispatch, runsInFlight: settings.runs_in_flight };
    const started = await startRunManually(context, handing, principal, wanted, data);
    return { data: { run: started.run, workflow: started.workflow, status: 'queued' } };
  },
});
