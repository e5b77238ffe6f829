export { changeEach, type EachResult } from './change-each.ts';
export { changeLeads } from './change-leads.ts';
export { createLead, type WrittenLead } from './create-lead.ts';
export { deleteLead } from './delete-lead.ts';
export { editLead, editMatchingLead, findLeadId } from './edit-lead.ts';
export { findLeadsByEmail, selectAddressKeys } from './erase-store.ts';
export { foldLeadCounts } from './fold-counts.ts';
export { explainTaken, type LeadChange, notFound } from './lead-change.ts';
export { readLeadInput } from './lead-input.ts';
export { textKey } from './lead-keys.ts';
export { countLeadsOf, type StoredPage } from './lead-list-store.ts';
export { presentWire } from './lead-wire.ts';
export { maxPageSize, readPage } from './page.ts';
export { purgeLeads } from './purge-leads.ts';
export {
  findStoredLead,
  type ListWish,
  listLeads,
  readHistory,
  readLead,
  readLeadPage,
  readTimeline,
  walkLeads,
} from './read-leads.ts';
export { countLeads, readWindow, type WindowWish } from './read-window.ts';
export { recountDue, recountLeads } from './recount-leads.ts';
export { recount } from './recount-store.ts';
export { removeLead } from './remove-lead.ts';
export { restoreLead } from './restore-lead.ts';
export { rewriteLeads } from './rewrite-leads.ts';
export { searchBody } from './search-words.ts';
