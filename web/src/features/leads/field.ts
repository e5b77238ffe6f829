import { useSuspenseQuery } from '@tanstack/react-query';
import type { ApiResponse } from '../../api/call.ts';
import { query } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { leadsTexts } from '../../texts/leads/leads.ts';

export type Field = ApiResponse<'GET /leads/form'>['fields'][number];
export type Lead = Readonly<Record<string, unknown>> & { readonly id: number };

/** The workspace's lead fields, and the users who can own a lead. */
export function useLeadForm() {
  const { data } = useSuspenseQuery({ ...query('GET /leads/form', {}), staleTime: 60_000 });
  return {
    fields: data.fields,
    users: data.users,
    byAlias: new Map(data.fields.map((field) => [field.alias, field])),
  };
}

/** Returns a lead's display name. */
export function leadName(lead: Lead): string {
  const name = [lead.first_name, lead.last_name]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' ');
  if (name !== '') return name;
  const other = lead.email ?? lead.company;
  return typeof other === 'string' && other !== '' ? other : leadsTexts.unnamed(lead.id);
}

/** Returns a field's label where the owner's name and ID are both shown. Elsewhere, both are called Owner. */
export const ownLabel = ({ alias, label }: Pick<Field, 'alias' | 'label'>): string =>
  alias === 'owner_id' ? leadsTexts.ownerId : label;

/** Formats a value as one line of text. */
export function fieldText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? leadsTexts.yes : leadsTexts.no;
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'object' && 'name' in value) return String(value.name);
  return String(value);
}

/** Returns the alias to write when a displayed field is edited. The owner is displayed by name but written by ID. */
export const writableAlias = (alias: string): string => (alias === 'owner' ? 'owner_id' : alias);

/** Returns why the user can't edit a displayed value, or undefined if they can. */
export function useReadOnlyReason(): (lead: Lead, field: Field) => string | undefined {
  const { byAlias } = useLeadForm();
  const mayTouch = useMayTouch();
  return (lead, { alias, label }) => {
    if (byAlias.get(writableAlias(alias))?.read_only !== false) return leadsTexts.readOnlyField(label);
    return mayTouch('leads.edit', lead) ? undefined : leadsTexts.readOnlyLead(leadName(lead));
  };
}

/** Whether the user's role seems to allow changing this lead. The server checks again. */
function useMayTouch(): (act: 'leads.edit' | 'leads.delete', lead: Lead) => boolean {
  const { acts, user } = useSession();
  return (act, lead) => acts[act] === 'all' || (acts[act] === 'own' && lead.owner_id === user.id);
}
