import { z } from 'zod';
import { startBulk, startUndo } from '../../../core/lead-files/index.ts';
import { searchBody } from '../../../core/leads/index.ts';
import type { JobId } from '../../../lib/ids.ts';
import { type Caller, idParams, type Operation, operation } from '../operation.ts';
import { chosen } from './shapes.ts';

const bulk = chosen.extend({
  except: z.array(z.int().positive()).max(1_000),
  /** Off by default (spec/triggers §3.5). */
  start_triggers: z.boolean().optional(),
});
const started = z.object({ id: z.number(), total: z.number() });

/** Starts jobs that change or delete all matching leads, and jobs that undo them. */
export const bulkOperations = (): Operation[] => [
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
    path: '/leads/jobs/:id/undo',
    act: 'leads.view',
    params: idParams,
    answer: z.object({ id: z.number() }),
    handle: async ({ context, principal }, { params }) => ({
      id: await startUndo(context, principal, params.id as JobId),
    }),
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
