import type { AgentToolName } from '../../core/agents/index.ts';
import type { AgentTool } from './tool.ts';
import { createLeadTool } from './tools/create-lead.ts';
import { deleteLeadTool } from './tools/delete-lead.ts';
import { describeFields } from './tools/describe-fields.ts';
import { describeListenerTool } from './tools/describe-listener.ts';
import { getLead } from './tools/get-lead.ts';
import { getRun } from './tools/get-run.ts';
import { leadHistory } from './tools/lead-history.ts';
import { listApprovalsTool } from './tools/list-approvals.ts';
import { listRunsTool } from './tools/list-runs.ts';
import { listWorkflowsTool } from './tools/list-workflows.ts';
import { retryRunTool } from './tools/retry-run.ts';
import { searchLeads } from './tools/search-leads.ts';
import { startWorkflow } from './tools/start-workflow.ts';
import { updateLeadTool } from './tools/update-lead.ts';

export const tools: Readonly<Record<AgentToolName, AgentTool>> = {
  search_leads: searchLeads,
  get_lead: getLead,
  create_lead: createLeadTool,
  update_lead: updateLeadTool,
  delete_lead: deleteLeadTool,
  describe_fields: describeFields,
  lead_history: leadHistory,
  list_workflows: listWorkflowsTool,
  list_runs: listRunsTool,
  get_run: getRun,
  list_approvals: listApprovalsTool,
  retry_run: retryRunTool,
  start_workflow: startWorkflow,
  describe_listener: describeListenerTool,
};
