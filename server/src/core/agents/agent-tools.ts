import type { Act } from '../access/index.ts';

/**
 * Every tool of the server for agents, and the act that it performs: what that needs is said once, in the permission table,
 * for agents as for everybody else (decisions 8).
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
  retry_run: 'runs.retry',
  start_workflow: 'runs.start',
  describe_listener: 'workflows.view',
} as const satisfies Record<string, Act>;

export type AgentToolName = keyof typeof agentTools;

export const agentToolNames = Object.keys(agentTools) as AgentToolName[];

export const isAgentTool = (name: string): name is AgentToolName => Object.hasOwn(agentTools, name);
