import { z } from 'zod';
import { controllerAs, retryRun } from '../../../core/runs/index.ts';
import { defineTool } from '../tool.ts';
import { runId } from '../workflow-arguments.ts';

export const retryRunTool = defineTool({
  title: 'Retry a run',
  description:
    'Retry a failed or canceled run as a new run: from the step that failed, with the results of the steps before it, or from the start. The new run uses the published version of the workflow. If it starts at the failed step and an earlier step has changed, it uses the version of the old run instead, and the result says why. Each run can be retried only once. get_run shows how the new run went.',
  nature: { isReadOnly: false, isDestructive: true, reachesOutside: true },
  input: z.strictObject({
    run: runId,
    from: z
      .enum(['failed step', 'start'])
      .default('failed step')
      .describe('Use "start" if earlier steps worked with wrong data that has since been corrected.'),
    repeat_calls: z
      .boolean()
      .default(false)
      .describe('With from "start": whether outbound calls may be repeated. Ask your user first.'),
  }),
  async run({ context, principal, origin }, { run, from, repeat_calls }) {
    const { workspace, user, means } = principal;
    const controller = controllerAs(principal, { user, means, origin });
    const address = { workspace: workspace.id, run };
    const retried = await retryRun(context, controller, address, { from, repeatCalls: repeat_calls });
    const { used, reason } = retried.version;
    return {
      data: {
        ...{ run: retried.run, retry_of: run, status: 'queued', version: used },
        ...(reason !== null && { reason }),
      },
    };
  },
});
