export { changeLeads } from './change-leads.ts';
export { createLead } from './create-lead.ts';
export { deleteLead } from './delete-lead.ts';
export { editLead, editMatchingLead, findLeadId } from './edit-lead.ts';
export { foldLeadCounts } from './fold-counts.ts';
export { type LeadChange, notFound } from './lead-change.ts';
export { presentWire } from './lead-wire.ts';
export { purgeLeads } from './purge-leads.ts';
export { type ListWish, listLeads, readHistory, readLead } from './read-leads.ts';
