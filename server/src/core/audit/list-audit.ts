import type { WorkspaceId } from '../../lib/ids.ts';
import type { Context } from '../context/index.ts';
import type { AuditEntry } from './audit-entry.ts';
import { selectEntries } from './audit-store.ts';

/** The newest changes of a workspace, page by page: `before` is the id of the last entry seen. */
export function listAudit(
  { db }: Context,
  workspace: WorkspaceId,
  { limit, before = null }: { limit: number; before?: number | null },
): Promise<AuditEntry[]> {
  return db.withWorkspace(workspace, (transaction) => selectEntries(transaction, workspace, limit, before), {
    single: true,
  });
}
