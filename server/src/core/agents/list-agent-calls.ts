import type { WorkspaceId } from '../../lib/ids.ts';
import type { Context } from '../context/index.ts';
import type { AgentCall, CallPage } from './agent-call.ts';
import { selectCalls } from './agent-call-store.ts';

/** The newest calls of agents in a workspace that fit, page by page. */
export const listAgentCalls = (
  { db }: Context,
  workspace: WorkspaceId,
  page: CallPage,
): Promise<AgentCall[]> => db.read(workspace, (transaction) => selectCalls(transaction, workspace, page));
