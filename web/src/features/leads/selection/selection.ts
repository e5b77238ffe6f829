import type { Lead } from '../field.ts';

/** Some leads, or all that match the view, but for a few. */
export type Selection =
  | { readonly kind: 'some'; readonly leads: ReadonlyMap<number, Lead> }
  | { readonly kind: 'all'; readonly except: ReadonlySet<number> };

export const nothing: Selection = { kind: 'some', leads: new Map() };
export const everything: Selection = { kind: 'all', except: new Set() };

export const isSelected = (selection: Selection, id: number): boolean =>
  selection.kind === 'all' ? !selection.except.has(id) : selection.leads.has(id);

/** How many are selected; undefined where that is as many as match. */
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
