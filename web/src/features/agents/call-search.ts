import type { agentsTexts } from '../../texts/agents.ts';

type ToolName = keyof typeof agentsTexts.tools.what;
type Ending = keyof typeof agentsTexts.calls.endings;

export interface CallSearch {
  readonly tool?: ToolName;
  readonly user?: number;
  readonly ended?: Ending;
}

// The tool names are repeated here because this file is in the main bundle, which shouldn't contain the agents page's strings.
// The type ensures that the list is complete.
const tools: Readonly<Record<ToolName, true>> = {
  search_leads: true,
  get_lead: true,
  create_lead: true,
  update_lead: true,
  delete_lead: true,
  describe_fields: true,
  lead_history: true,
  list_workflows: true,
  list_runs: true,
  get_run: true,
  list_approvals: true,
  retry_run: true,
  start_workflow: true,
  describe_listener: true,
};
const endings: Readonly<Record<Ending, true>> = { well: true, badly: true };

const isOf = <Key extends string>(table: Readonly<Record<Key, true>>, value: unknown): value is Key =>
  typeof value === 'string' && Object.hasOwn(table, value);

/** Reads the filters from the URL and ignores other parameters. */
export const readCallSearch = ({ tool, user, ended }: Record<string, unknown>): CallSearch => ({
  ...(isOf(tools, tool) ? { tool } : {}),
  ...(Number.isSafeInteger(user) ? { user: user as number } : {}),
  ...(isOf(endings, ended) ? { ended } : {}),
});
