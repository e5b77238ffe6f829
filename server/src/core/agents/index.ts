export type { AgentCall } from './agent-call.ts';
export { deleteCallsAbout, purgeAgentCalls } from './agent-call-store.ts';
export { type AgentToolName, agentToolNames, agentTools, isAgentTool } from './agent-tools.ts';
export { listAgentCalls } from './list-agent-calls.ts';
export { recordCall } from './record-call.ts';
