import { z } from 'zod';
import {
  changeEach,
  deleteLead,
  type EachResult,
  editLead,
  type LeadChange,
  restoreLead,
  type WrittenLead,
} from '../../../core/leads/index.ts';
import type { LeadId } from '../../../lib/ids.ts';
import { type Caller, type Operation, operation } from '../operation.ts';
import { changeLeadsAsUser } from './records.ts';

const ids = z.array(z.int().positive()).min(1).max(100);
const results = z.object({
  results: z.array(
    z.object({ id: z.number(), message: z.string().nullable().describe('Null if it succeeded.') }),
  ),
});

type Effect = (change: LeadChange, id: LeadId) => Promise<WrittenLead | undefined>;

async function each(caller: Caller, given: readonly number[], effect: Effect) {
  const { result } = await changeLeadsAsUser(caller, (change) =>
    changeEach(change, given as LeadId[], effect),
  );
  const told = (done: EachResult | undefined) => (done && 'refused' in done ? done.refused.message : null);
  return { results: given.map((id, index) => ({ id, message: told(result[index]) })) };
}

/** Operations on at most 100 leads per request. The console sends several batches and shows its progress. */
export const batchOperations = (): Operation[] => [
  operation({
    method: 'POST',
    path: '/leads/batch/edit',
    act: 'leads.edit',
    body: z.strictObject({ ids, values: z.record(z.string(), z.unknown()) }),
    answer: results,
    handle: (caller, { body }) => each(caller, body.ids, (change, id) => editLead(change, id, body.values)),
  }),
  operation({
    method: 'POST',
    path: '/leads/batch/delete',
    act: 'leads.delete',
    body: z.strictObject({ ids }),
    answer: results,
    handle: (caller, { body }) =>
      each(caller, body.ids, async (change, id) => {
        await deleteLead(change, id);
        return undefined;
      }),
  }),
  operation({
    method: 'POST',
    path: '/leads/batch/restore',
    act: 'leads.restore',
    body: z.strictObject({ ids }),
    answer: results,
    handle: (caller, { body }) => each(caller, body.ids, restoreLead),
  }),
];
