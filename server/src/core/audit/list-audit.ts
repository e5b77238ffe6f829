import type { WorkspaceId } from '../../lib/ids.ts';
import type { Context } from '../context/index.ts';
import type { AuditEntry, AuditPage } from './audit-entry.ts';
import { selectAuditEntries } from './audit-store.ts';

/** The newest changes of a workspace that fit, page by page. */
export const listAudit = ({ db }: Context, workspace: WorkspaceId, page: AuditPage): Promise<AuditEntry[]> =>
  db.read(workspace, (transaction) => selectAuditEntries(transaction, workspace, page));
