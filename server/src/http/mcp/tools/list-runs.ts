import { z } from 'zod';
import { runStatuses, viewRuns } from '../../../core/runs/index.ts';
import type { RunId } from '../../../lib/ids.ts';
import { cursorAt, lastSeenOf } from '../cursor.ts';
import { fitPage } from '../fit.ts';
import { cursor, pageSize, usualPage } from '../lead-arguments.ts';
import { presentRun } from '../present-run.ts';
import { defineTool } from '../tool.ts';
import { isRunId, workflow } from '../workflow-arguments.ts';

export const listRunsTool = defineTool({
  title: 'List runs',
  description:
    'List executions of one workflow, or of all workflows that your user can see, newest first: status, times, and why a run failed. get_run shows the steps.',
  nature: { isReadOnly: true },
  input: z.strictObject({
    workflow: workflow.optional(),
    status: z.enum(runStatuses).optional(),
    limit: pageSize,
    cursor,
  }),
  async run(call, { workflow: wanted, status, limit = usualPage, cursor: at }) {
    const before = lastSeenOf(at, isRunId) as RunId | undefined;
    const params = { workflow: wanted, status, before, most: limit + 1 };
    const found = await viewRuns(call.context, call.principal, params);
    const shown = fitPage(found.slice(0, limit).map(presentRun));
    const last = found[shown.length - 1];
    const more = last && shown.length < found.length ? { next_cursor: cursorAt(last.id) } : {};
    return { data: { runs: shown, ...more } };
  },
});
