import type { AgentToolName } from '../../../core/agents/index.ts';
import type { AgentTool } from '../tool.ts';
import { createLeadTool } from './create-lead.ts';
import { deleteLeadTool } from './delete-lead.ts';
import { describeFields } from './describe-fields.ts';
import { describeListenerTool } from './describe-listener.ts';
import { getLead } from './get-lead.ts';
import { getRun } from './get-run.ts';
import { leadHistory } from './lead-history.ts';
import { listRuns } from './list-runs.ts';
import { listWorkflowsTool } from './list-workflows.ts';
import { retryRunTool } from './retry-run.ts';
import { searchLeads } from './search-leads.ts';
import { startWorkflow } from './start-workflow.ts';
import { updateLead } from './update-lead.ts';

/** What each tool of the catalogue does; one that is missing here does not compile. */
export const tools: Readonly<Record<AgentToolName, AgentTool>> = {
  search_leads: searchLeads,
  get_lead: getLead,
  create_lead: createLeadTool,
  update_lead: updateLead,
  delete_lead: deleteLeadTool,
  describe_fields: describeFields,
  lead_history: leadHistory,
  list_workflows: listWorkflowsTool,
  list_runs: listRuns,
  get_run: getRun,
  retry_run: retryRunTool,
  start_workflow: startWorkflow,
  describe_listener: describeListenerTool,
};
