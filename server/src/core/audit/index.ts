export { type Change, changedValues, listAudit, makeChange, recordAudit } from './audit.ts';
export {
  type Actor,
  type AuditEntry,
  concealed,
  type Means,
  type MeansType,
  meansTypes,
  type ProposedIn,
  subjectTypes,
} from './audit-entry.ts';
export { selectLastEntries } from './audit-store.ts';
export { foldEntries, viewEntry } from './view-entry.ts';
