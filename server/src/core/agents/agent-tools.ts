import type { Act } from '../access/index.ts';
import type { Change } from '../audit/index.ts';
import { changeSettings, lockWorkspace, selectSettings } from '../workspaces/index.ts';

/**
 * Every agent tool with its act. The permission table applies to agents through these acts (spec/agents
 * §2.1).
 */
export const agentTools = {
  search_leads: 'leads.view',
  get_lead: 'leads.view',
  create_lead: 'leads.create',
  update_lead: 'leads.edit',
  delete_lead: 'leads.delete',
  describe_fields: 'lead_fields.view',
  lead_history: 'leads.view_history',
  list_workflows: 'workflows.view',
  list_runs: 'runs.view',
  get_run: 'runs.view',
  list_approvals: 'approvals.view',
  retry_run: 'runs.retry',
  start_workflow: 'runs.start',
  describe_listener: 'workflows.view',
} as const satisfies Record<string, Act>;

export type AgentToolName = keyof typeof agentTools;

export const agentToolNames = Object.keys(agentTools) as AgentToolName[];

export const isAgentTool = (name: string): name is AgentToolName => Object.hasOwn(agentTools, name);

/** Enables or disables a tool for all agents in a workspace (spec/agents §2.3). */
export async function switchAgentTool(change: Change, tool: AgentToolName, isOn: boolean): Promise<void> {
  const { transaction, workspace } = change;
  // The whole list is rewritten, so the lock keeps two concurrent changes from overwriting each other.
  await lockWorkspace(transaction, workspace);
  const { agent_tools_off: present } = await selectSettings(transaction, workspace);
  const off = agentToolNames.filter((name) => (name === tool ? !isOn : present.includes(name)));
  await changeSettings(change, { agent_tools_off: off });
}
