export type { AgentCall } from './agent-call.ts';
export { deleteCallsAbout, deleteCallsNaming, purgeAgentCalls } from './agent-call-store.ts';
export { type AgentToolName, agentToolNames, agentTools, isAgentTool } from './agent-tools.ts';
export { examineConnection } from './examine-connection.ts';
export { listAgentCalls } from './list-agent-calls.ts';
export { recordCall } from './record-call.ts';
export { switchAgentTool } from './switch-agent-tool.ts';
