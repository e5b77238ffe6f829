import { z } from 'zod';
import {
  changeEach,
  deleteLead,
  type EachResult,
  editLead,
  type LeadChange,
  restoreLead,
  undoEdit,
  type WrittenLead,
} from '../../../core/leads/index.ts';
import type { LeadId } from '../../../lib/ids.ts';
import { type Caller, type Operation, operation } from '../operation.ts';
import { changeLeadsAsUser } from './records.ts';
import { fieldChanges } from './shapes.ts';

const ids = z.array(z.int().positive()).min(1).max(100);
const results = z.object({
  results: z.array(
    z.object({
      id: z.number(),
      message: z.string().nullable().describe('Null if it succeeded.'),
      changes: fieldChanges.describe('What an edit changed.'),
    }),
  ),
});

type Effect = (change: LeadChange, id: LeadId, index: number) => Promise<WrittenLead | undefined>;

async function each(caller: Caller, given: readonly number[], effect: Effect) {
  const { result } = await changeLeadsAsUser(caller, (change) =>
    changeEach(change, [...(given as LeadId[]).entries()], (part, [index, id]) => effect(part, id, index)),
  );
  return { results: given.map((id, index) => ({ id, ...outcomeOf(result[index]) })) };
}

const outcomeOf = (done: EachResult | undefined) =>
  done && 'refused' in done
    ? { message: done.refused.message, changes: [] }
    : { message: null, changes: [...(done?.written?.changes ?? [])] };

/** Operations on at most 100 leads per request. The console sends several batches and shows its progress. */
export const batchOperations: readonly Operation[] = [
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
    handle: (caller, { body }) => each(caller, body.ids, (change, id) => restoreLead(change, id)),
  }),
  operation({
    method: 'POST',
    path: '/leads/batch/undo',
    act: 'leads.edit',
    body: z.strictObject({
      /** The changes that an edit returned. */
      leads: z
        .array(z.strictObject({ id: z.int().positive(), changes: fieldChanges.min(1).max(300) }))
        .min(1)
        .max(100),
    }),
    answer: results,
    handle: (caller, { body: { leads } }) =>
      each(
        caller,
        leads.map(({ id }) => id),
        (change, id, index) => undoEdit(change, id, leads[index]?.changes ?? []),
      ),
  }),
];
