import type { Change } from '../audit/index.ts';
import { changeSettings, lockWorkspace, selectSettings } from '../workspaces/index.ts';
import { type AgentToolName, agentToolNames } from './agent-tools.ts';

/** Offers a tool to the agents of a workspace, or takes it away from all of them. */
export async function switchAgentTool(change: Change, tool: AgentToolName, isOn: boolean): Promise<void> {
  const { transaction, workspace } = change;
  // The list is read and written as a whole: two people who switch two tools at once must not undo each other.
  await lockWorkspace(transaction, workspace);
  const { agent_tools_off: present } = await selectSettings(transaction, workspace);
  const off = agentToolNames.filter((name) => (name === tool ? !isOn : present.includes(name)));
  await changeSettings(change, { agent_tools_off: off });
}
