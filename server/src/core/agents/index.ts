export type { AgentCall } from './agent-call.ts';
export { deleteCallsAbout, deleteCallsNaming, purgeAgentCalls } from './agent-call-store.ts';
export {
  type AgentToolName,
  agentToolNames,
  agentTools,
  isAgentTool,
  switchAgentTool,
} from './agent-tools.ts';
export { examineConnection } from './examine-connection.ts';
export { listAgentCalls, recordCall } from './record-call.ts';
