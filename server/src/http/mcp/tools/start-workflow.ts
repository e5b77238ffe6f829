import { z } from 'zod';
import { startManually } from '../../../core/triggers/index.ts';
import { defineTool } from '../tool.ts';
import { workflow } from '../workflow-arguments.ts';

export const startWorkflow = defineTool({
  title: 'Start a workflow',
  description:
    "Start a run of a workflow manually. The run acts as the workflow's owner and has all the workflow's effects, including calls outside the workspace, so ask your user first. get_run shows the result.",
  nature: { isReadOnly: false, isDestructive: true, reachesOutside: true },
  input: z.strictObject({
    workflow,
    data: z
      .record(z.string(), z.unknown())
      .default({})
      .describe(
        'The input that the workflow reads as __data. If the workflow has a manual trigger, it is checked against its inputs. Names that start with __ are dropped.',
      ),
  }),
  async run({ context, dispatch, principal, settings }, { workflow: wanted, data }) {
    const handing = { dispatch, runsInFlight: settings.runs_in_flight };
    const started = await startManually(context, handing, principal, wanted, data);
    return { data: { run: started.run, workflow: started.workflow, status: 'queued' } };
  },
});
