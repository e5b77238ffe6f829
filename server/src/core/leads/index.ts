export { foldLeadCounts } from './counts/fold-counts.ts';
export { recountDue, recountLeads } from './counts/recount-leads.ts';
export { recount } from './counts/recount-store.ts';
export { readFilter } from './list/filter.ts';
export { findLeadIds, findLeadNames } from './list/find-lead-names.ts';
export { countLeadsOf } from './list/lead-list-store.ts';
export { matchesFilter } from './list/match-filter.ts';
export {
  findStoredLead,
  type ListParams,
  listLeads,
  readAllLeads,
  readHistory,
  readLead,
  readLeadPage,
  readRunIds,
  readTimeline,
  walkLeads,
} from './list/read-leads.ts';
export { readNeighbors } from './list/read-neighbors.ts';
export { readValuesInUse } from './list/read-values.ts';
export { searchBody } from './list/search-words.ts';
export { readLeadsAfter, type UrlCursor } from './list/window/read-by-cursor.ts';
export { countLeads, readWindow, type WindowParams } from './list/window/read-window.ts';
export { changeEach, changeLeads, type EachResult } from './record/change-leads.ts';
export { createLead, type WrittenLead } from './record/create-lead.ts';
export { editLead, editMatchingLead, findLeadId } from './record/edit-lead.ts';
export { findObstacle } from './record/find-obstacle.ts';
export { explainTaken, type LeadChange, taken } from './record/lead-change.ts';
export { readLeadInput } from './record/lead-input.ts';
export { textKey } from './record/lead-keys.ts';
export { type LeadState, selectLeadStates } from './record/lead-state-store.ts';
export { ownerOf, presentStored, presentWire } from './record/lead-wire.ts';
export { deleteLead, removeLead, restoreLead } from './record/remove-lead.ts';
export { requireLead, requireRights } from './record/require-lead.ts';
export { storedForm, undoEdit } from './record/undo-edit.ts';
export { findLeadsByEmail, selectAddressKeys } from './retention/erase-leads-store.ts';
export { purgeLeads } from './retention/purge-leads.ts';
export { rewriteLeads } from './retention/rewrite-leads.ts';
