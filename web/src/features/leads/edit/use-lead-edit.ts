import { useQueryClient } from '@tanstack/react-query';
import { type ApiResponse, call } from '../../../api/call.ts';
import { useChange } from '../../../api/queries.ts';
import { showUndo } from '../../../components/notices/undo-toast.tsx';
import { leadTexts } from '../../../texts/leads/lead.ts';
import { type Field, type Lead, useLeadForm } from '../field.ts';
import { typeOf } from '../field-types.ts';

/** The operations whose results change when a lead changes. */
export const staleAfterEdit = [
  'GET /leads/:id',
  'GET /leads/:id/history',
  'GET /leads/values/:field',
  'POST /leads/search',
] as const;

type Changes = ApiResponse<'PATCH /leads/:id'>['changes'];
/** What an edit changed in one lead. */
export interface ChangedLead {
  readonly id: number;
  readonly changes: Changes;
}

const batchSize = 100;

/** Returns a function that restores the values from before an edit. It throws if the server rejected a lead. */
export function useUndoEdit(): (leads: readonly ChangedLead[]) => Promise<void> {
  const client = useQueryClient();
  return async (leads) => {
    const messages: string[] = [];
    for (let from = 0; from < leads.length; from += batchSize) {
      const part = leads.slice(from, from + batchSize).map(({ id, changes }) => ({ id, changes }));
      const { results } = await call('POST /leads/batch/undo', { body: { leads: part } });
      messages.push(...results.flatMap(({ message }) => message ?? []));
    }
    for (const operation of staleAfterEdit) await client.invalidateQueries({ queryKey: [operation] });
    if (messages[0] !== undefined) throw new Error(messages[0]);
  };
}

/** Returns a function that saves a value and then offers to undo the change. */
export function useLeadEdit(): (lead: Lead, field: Field, value: unknown) => Promise<void> {
  const { users } = useLeadForm();
  const edit = useChange('PATCH /leads/:id', staleAfterEdit);
  const undo = useUndoEdit();
  return async ({ id }, field, value) => {
    const { lead, changes } = await edit.mutateAsync({ params: { id }, body: { [field.alias]: value } });
    if (changes.length === 0) return;
    const saved = typeOf(field).textOf(lead[field.alias], users);
    showUndo(leadTexts.valueSaved(field.label, saved), () => undo([{ id, changes }]));
  };
}
