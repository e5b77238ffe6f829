import { z } from 'zod';
import {
  previewUndo,
  showPreview,
  startBulk,
  startUndo,
  undoSchema,
} from '../../../core/lead-files/index.ts';
import { searchBody } from '../../../core/leads/index.ts';
import { changeInWorkspace } from '../changing.ts';
import { type Caller, moment, type Operation, operation } from '../operation.ts';
import { chosen, fieldChanges, leftAlone } from './shapes.ts';

const bulk = chosen.extend({
  except: z.array(z.int().positive()).max(1_000),
  /** Off by default (spec/triggers §3.5). */
  start_triggers: z.boolean().optional(),
});
const started = z.object({ id: z.number(), total: z.number() });

const leadIds = z.array(z.number());
const undoPreview = z.object({
  name: z.string(),
  since: moment,
  until: moment,
  leads: z.number(),
  covered: z.number(),
  changed: z.number(),
  fields: z.number(),
  deleted: z.number(),
  restored: z.number(),
  left_alone: z.number(),
  first: z.object({
    changed: z.array(z.object({ lead_id: z.number(), changes: fieldChanges })),
    deleted: leadIds,
    restored: leadIds,
    left_alone: leftAlone,
  }),
});

/** Starts jobs that change or delete all matching leads, and jobs that undo them. */
export const bulkOperations: readonly Operation[] = [
  operation({
    method: 'POST',
    path: '/leads/bulk/edit',
    act: 'leads.edit',
    body: bulk.extend({ values: z.record(z.string(), z.unknown()) }),
    answer: started,
    handle: (caller, { body: { values, ...params } }) => begin(caller, 'edit', params, values),
  }),
  operation({
    method: 'POST',
    path: '/leads/bulk/delete',
    act: 'leads.delete',
    body: bulk,
    answer: started,
    handle: (caller, { body }) => begin(caller, 'delete', body, {}),
  }),
  operation({
    method: 'POST',
    path: '/leads/undo/preview',
    act: 'leads.edit',
    body: undoSchema,
    answer: undoPreview,
    handle: async ({ context, principal }, { body }) =>
      showPreview(await previewUndo(context, principal, body)),
  }),
  operation({
    method: 'POST',
    path: '/leads/undo',
    act: 'leads.edit',
    body: undoSchema,
    answer: started,
    handle: (caller, { body }) =>
      changeInWorkspace(caller, (change) => startUndo(change, caller.principal, body)),
  }),
];

function begin(
  { context, principal, visitor }: Caller,
  kind: 'edit' | 'delete',
  { except, start_triggers: startsTriggers, ...view }: z.infer<typeof bulk>,
  values: Readonly<Record<string, unknown>>,
) {
  const { filters = [], match = 'all' } = searchBody(view);
  const params = { kind, filters, match, except, values, startsTriggers } as const;
  return startBulk(context, principal, visitor.address, params);
}
