import { z } from 'zod';
import { may } from '../../../core/access/index.ts';
import { retryRun } from '../../../core/runs/index.ts';
import { defineTool } from '../tool.ts';
import { runId } from '../workflow-arguments.ts';

export const retryRunTool = defineTool({
  title: 'Retry a run',
  description:
    'Retry a failed or cancelled run as a new run: from the step that failed, with the results of the steps before it, or from the start. It uses the published version of the workflow; from the failed step only if the steps before it are unchanged, otherwise the version of the old run, with the reason. A run is retried once. get_run shows how the new one went.',
  nature: { isReadOnly: false, isDestructive: true, reachesOutside: true },
  input: z.strictObject({
    run: runId,
    from: z
      .enum(['failed step', 'start'])
      .default('failed step')
      .describe('From the start if what earlier steps found was wrong then and is right now.'),
    repeat_calls: z
      .boolean()
      .default(false)
      .describe('From the start: whether calls to the outside may be made again. Ask your user first.'),
  }),
  async run({ context, principal, origin }, { run, from, repeat_calls }) {
    const { workspace, user, means } = principal;
    const controller = {
      actor: { user, means, origin },
      may: (act: Parameters<typeof may>[1], owner: Parameters<typeof may>[2]) => may(principal, act, owner),
    };
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
