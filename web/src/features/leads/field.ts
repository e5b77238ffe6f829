import { useSuspenseQuery } from '@tanstack/react-query';
import type { Answer } from '../../api/call.ts';
import { query } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { leadsTexts } from '../../texts/leads.ts';

export type Field = Answer<'GET /leads/form'>['fields'][number];
export type Lead = Readonly<Record<string, unknown>> & { readonly id: number };

/** The fields of this workspace, by alias, and the people who can own a lead. */
export function useLeadForm() {
  const { data } = useSuspenseQuery({ ...query('GET /leads/form', {}), staleTime: 60_000 });
  return {
    fields: data.fields,
    users: data.users,
    byAlias: new Map(data.fields.map((field) => [field.alias, field])),
  };
}

/** What people call a lead. */
export function fieldName(lead: Lead): string {
  const name = [lead.first_name, lead.last_name]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' ');
  if (name !== '') return name;
  const other = lead.email ?? lead.company;
  return typeof other === 'string' && other !== '' ? other : leadsTexts.unnamed(lead.id);
}

/** A value as one line of text. */
export function fieldText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? leadsTexts.yes : leadsTexts.no;
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'object' && 'name' in value) return String(value.name);
  return String(value);
}

/** The field that is written when a shown one is edited: the owner is shown by name and written by id. */
export const writtenAlias = (alias: string): string => (alias === 'owner' ? 'owner_id' : alias);

/** Why a value that is shown cannot be edited by this person; undefined where it can. */
export function useWhyReadOnly(): (lead: Lead, field: Field) => string | undefined {
  const { byAlias } = useLeadForm();
  const mayTouch = useMayTouch();
  return (lead, { alias, label }) => {
    if (byAlias.get(writtenAlias(alias))?.read_only !== false) return leadsTexts.readOnlyField(label);
    return mayTouch('leads.edit', lead) ? undefined : leadsTexts.readOnlyLead(fieldName(lead));
  };
}

/** Whether the person may probably change this lead; the server asks again. */
function useMayTouch(): (act: 'leads.edit' | 'leads.delete', lead: Lead) => boolean {
  const { acts, user } = useSession();
  return (act, lead) => acts[act] === 'all' || (acts[act] === 'own' && lead.owner_id === user.id);
}
