import { z } from 'zod';
import { inputTypes, startManually, triggerTypes, viewTriggers } from '../../../core/triggers/index.ts';
import { readSettings } from '../../../core/workspaces/index.ts';
import type { WorkflowId } from '../../../lib/ids.ts';
import type { ConsoleData } from '../console-data.ts';
import { idParams, moment, operation } from '../operation.ts';

/** The keys of all types; those of other types are empty. */
const trigger = z.object({
  type: z.enum(triggerTypes),
  cron: z.string().nullable(),
  timezone: z.string().nullable(),
  next_times: z.array(moment),
  fields: z.array(z.string()),
  has_filters: z.boolean(),
  inputs: z.array(
    z.object({ name: z.string(), label: z.string(), type: z.enum(inputTypes), required: z.boolean() }),
  ),
});

export const triggerOperations = ({ dispatch }: ConsoleData) => [
  operation({
    method: 'GET',
    path: '/workflows/:id/triggers',
    act: 'workflows.view',
    params: idParams,
    answer: z.object({ triggers: z.array(trigger), may_start: z.boolean() }),
    handle: async ({ context, principal }, { params }) => {
      const { triggers, mayStart } = await viewTriggers(context, principal, params.id as WorkflowId);
      return { triggers: triggers.map(present), may_start: mayStart };
    },
  }),
  operation({
    method: 'POST',
    path: '/workflows/:id/start',
    act: 'runs.start',
    params: idParams,
    body: z.strictObject({ data: z.record(z.string(), z.unknown()) }),
    answer: z.object({ run: z.string() }),
    handle: async ({ context, principal }, { params, body }) => {
      const { runs_in_flight } = await readSettings(context, principal.workspace.id);
      const dispatching = { dispatch, runsInFlight: runs_in_flight };
      const { run } = await startManually(
        context,
        dispatching,
        principal,
        params.id as WorkflowId,
        body.data,
      );
      return { run };
    },
  }),
];

type Shown = Awaited<ReturnType<typeof viewTriggers>>['triggers'][number];

const present = (shown: Shown): z.infer<typeof trigger> => ({
  type: shown.type,
  cron: shown.type === 'schedule' ? shown.cron : null,
  timezone: shown.type === 'schedule' ? shown.timezone : null,
  next_times: [...(shown.next_times ?? [])],
  fields: 'fields' in shown ? [...(shown.fields ?? [])] : [],
  has_filters: 'filters' in shown && shown.filters.length > 0,
  inputs: shown.type === 'manual' ? [...shown.inputs] : [],
});
