export { type Actor, type AuditEntry, concealed, type Means } from './audit-entry.ts';
export { changedValues } from './changed-values.ts';
export { listAudit } from './list-audit.ts';
export { type Change, recordAudit } from './record-audit.ts';
