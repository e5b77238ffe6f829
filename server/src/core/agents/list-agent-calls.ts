import type { WorkspaceId } from '../../lib/ids.ts';
import type { Context } from '../context/index.ts';
import type { AgentCall } from './agent-call.ts';
import { selectCalls } from './agent-call-store.ts';

/** The newest calls of agents in a workspace, page by page: `before` is the id of the last one seen. */
export function listAgentCalls(
  { db }: Context,
  workspace: WorkspaceId,
  { limit, before = null }: { limit: number; before?: number | null },
): Promise<AgentCall[]> {
  return db.withWorkspace(workspace, (transaction) => selectCalls(transaction, workspace, limit, before), {
    single: true,
  });
}
