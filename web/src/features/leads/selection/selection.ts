import type { Lead } from '../field.ts';

/** Selected leads: either individual leads, or all leads that match the view except the listed ones. */
export type Selection =
  | { readonly kind: 'some'; readonly leads: ReadonlyMap<number, Lead> }
  | { readonly kind: 'all'; readonly except: ReadonlySet<number> };

export const nothing: Selection = { kind: 'some', leads: new Map() };
export const everything: Selection = { kind: 'all', except: new Set() };

export const isSelected = (selection: Selection, id: number): boolean =>
  selection.kind === 'all' ? !selection.except.has(id) : selection.leads.has(id);

/** Returns the number of selected leads, or undefined if all matching leads are selected. */
export const countSelected = (selection: Selection): number | undefined =>
  selection.kind === 'all' ? undefined : selection.leads.size;

export function withLead(selection: Selection, lead: Lead, isWanted: boolean): Selection {
  if (selection.kind === 'all') {
    const except = new Set(selection.except);
    if (isWanted) except.delete(lead.id);
    else except.add(lead.id);
    return { kind: 'all', except };
  }
  const leads = new Map(selection.leads);
  if (isWanted) leads.set(lead.id, lead);
  else leads.delete(lead.id);
  return { kind: 'some', leads };
}
