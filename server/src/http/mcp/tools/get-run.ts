import { z } from 'zod';
import { viewRun } from '../../../core/runs/index.ts';
import { cursorAt, positionOf } from '../cursor.ts';
import { fitPage, fitted } from '../fit.ts';
import { cursor, pageSize, usualPage } from '../lead-arguments.ts';
import { presentRun, presentStep } from '../present-run.ts';
import { defineTool } from '../tool.ts';
import { runId } from '../workflow-arguments.ts';

/** How much of the page the run's input and failed steps may use. */
const inputBytes = 1_200;
const failedBytes = 1_800;

export const getRun = defineTool({
  title: 'Read a run',
  description:
    'Read one execution of a workflow: its input, then the failed steps, then all steps with input, output and error. Secrets are hidden and long values are truncated.',
  nature: { isReadOnly: true },
  input: z.strictObject({ run: runId, limit: pageSize, cursor }),
  async run(call, { run, limit = usualPage, cursor: at }) {
    // Positions start at 0, and a cursor is the last position seen plus one.
    const after = positionOf(at, 0) - 1;
    const viewed = await viewRun(call.context, call.principal, run, { after, most: limit + 1 });
    const shown = fitPage(viewed.steps.slice(0, limit).map(presentStep));
    const last = viewed.steps[shown.length - 1];
    return {
      data: {
        run: presentRun(viewed),
        ...(viewed.failed.length > 0 && {
          failed_steps: fitted(viewed.failed.map(presentStep), failedBytes),
        }),
        input: fitted(viewed.input, inputBytes),
        steps: shown,
        ...(last && shown.length < viewed.steps.length && { next_cursor: cursorAt(last.position + 1) }),
      },
    };
  },
});
