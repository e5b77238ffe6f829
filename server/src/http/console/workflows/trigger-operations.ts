import { z } from 'zod';
import {
  catchUpModes,
  changeTriggers,
  inputTypes,
  listStartable,
  startManually,
  TriggerProblem,
  triggersSchema,
  triggerTypes,
  viewTriggers,
} from '../../../core/triggers/index.ts';
import { readSettings } from '../../../core/workspaces/index.ts';
import type { WorkflowId } from '../../../lib/ids.ts';
import type { ConsoleData } from '../console-data.ts';
import { idParams, moment, operation } from '../operation.ts';
import { WrongInput } from '../read-input.ts';

const input = z.object({
  name: z.string(),
  label: z.string(),
  type: z.enum(inputTypes),
  required: z.boolean(),
});

/** The keys of all types; those of other types are empty. */
const trigger = z.object({
  type: z.enum(triggerTypes),
  cron: z.string().nullable(),
  timezone: z.string().nullable(),
  catch_up: z.enum(catchUpModes).nullable(),
  next_times: z.array(moment),
  fields: z.array(z.string()),
  filters: z.array(z.unknown()),
  match: z.enum(['all', 'any']),
  inputs: z.array(input),
});

export const triggerOperations = ({ dispatch }: ConsoleData) => [
  operation({
    method: 'GET',
    path: '/workflows/:id/triggers',
    act: 'workflows.view',
    params: idParams,
    answer: z.object({ triggers: z.array(trigger), may_edit: z.boolean(), may_start: z.boolean() }),
    handle: async ({ context, principal }, { params }) => {
      const { triggers, mayEdit, mayStart } = await viewTriggers(context, principal, params.id as WorkflowId);
      return { triggers: triggers.map(present), may_edit: mayEdit, may_start: mayStart };
    },
  }),
  operation({
    method: 'PUT',
    path: '/workflows/:id/triggers',
    act: 'workflows.edit',
    params: idParams,
    /** `based_on` is the list that the user edited. */
    body: z.strictObject({ triggers: triggersSchema, based_on: triggersSchema }),
    handle: async (caller, { params, body: { triggers, based_on } }) => {
      await changeTriggers(caller, params.id as WorkflowId, { triggers, basedOn: based_on }).catch(locate);
    },
  }),
  operation({
    method: 'GET',
    path: '/startable-workflows',
    act: 'runs.start',
    answer: z.object({
      workflows: z.array(z.object({ id: z.number(), name: z.string(), inputs: z.array(input) })),
    }),
    handle: async ({ context, principal }) => ({
      workflows: (await listStartable(context, principal)).map(({ id, name, trigger }) => ({
        id,
        name,
        inputs: [...trigger.inputs],
      })),
    }),
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

/** Adds the path of the form's field to an error. */
function locate(error: unknown): never {
  if (!(error instanceof TriggerProblem)) throw error;
  throw new WrongInput([{ path: ['triggers', ...error.path].join('.'), message: error.message }]);
}

type Shown = Awaited<ReturnType<typeof viewTriggers>>['triggers'][number];

const present = (shown: Shown): z.infer<typeof trigger> => ({
  type: shown.type,
  cron: shown.type === 'schedule' ? shown.cron : null,
  timezone: shown.type === 'schedule' ? shown.timezone : null,
  catch_up: shown.type === 'schedule' ? shown.catch_up : null,
  next_times: [...(shown.next_times ?? [])],
  fields: 'fields' in shown ? [...(shown.fields ?? [])] : [],
  filters: 'filters' in shown ? [...shown.filters] : [],
  match: 'match' in shown ? shown.match : 'all',
  inputs: shown.type === 'manual' ? [...shown.inputs] : [],
});
