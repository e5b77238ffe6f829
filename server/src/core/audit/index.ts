export { type Actor, type AuditEntry, concealed, type Means, subjectTypes } from './audit-entry.ts';
export { selectLastEntries } from './audit-store.ts';
export { changedValues } from './changed-values.ts';
export { listAudit } from './list-audit.ts';
export { type Change, makeChange, recordAudit } from './record-audit.ts';
export { foldEntries, viewEntry } from './view-entry.ts';
