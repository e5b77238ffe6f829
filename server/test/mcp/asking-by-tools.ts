import type { Agent, ToolResult } from '../harness/agents.ts';
import type { ApiAnswer, AskApi } from '../harness/servers/api-server.ts';

/** The fields that the model tracks. A list omits empty ones. */
const emptyLead = {
  first_name: null,
  company: null,
  email: null,
  note: null,
  reference: null,
  score: null,
  tags: [],
  owner_id: null,
};

const answered = (status: number, json: unknown, { text }: ToolResult): ApiAnswer => ({
  status,
  headers: {},
  text: status >= 400 ? JSON.stringify(json) : text,
  json,
});

/** Converts a tool's rejection to its REST equivalent. The error code determines the status. */
function refused(result: ToolResult): ApiAnswer {
  const { error: code, message } = result.data as { error: string; message: string };
  const status = code === 'not_found' ? 404 : code === 'not_allowed' ? 403 : 400;
  return answered(status, { error: { code: status, message } }, result);
}

/** Searches like REST: reads pages until it has as many leads as requested. */
async function search(agent: Agent, given: Record<string, unknown>): Promise<ApiAnswer> {
  const most = Math.min(Number(given.limit ?? 20), 100);
  const leads: unknown[] = [];
  let result = await agent.call('search_leads', given);
  for (;;) {
    if (result.isError) return refused(result);
    leads.push(...result.data.leads.map((lead: object) => ({ ...emptyLead, ...lead })));
    const cursor = result.data.next_cursor;
    if (cursor === undefined || leads.length >= most) break;
    const { page: _, start: __, ...same } = given;
    result = await agent.call('search_leads', { ...same, cursor });
  }
  const shown = leads.slice(0, most);
  const text = JSON.stringify(shown);
  return answered(200, { total: String(result.data.total), leads: shown }, { ...result, text });
}

async function history(agent: Agent, id: number): Promise<ApiAnswer> {
  const entries: unknown[] = [];
  let result = await agent.call('lead_history', { id, limit: 100 });
  for (;;) {
    if (result.isError) return refused(result);
    entries.push(...result.data.history);
    const cursor = result.data.next_cursor;
    if (cursor === undefined || entries.length >= 100) break;
    result = await agent.call('lead_history', { id, limit: 100, cursor });
  }
  const text = JSON.stringify(entries);
  return answered(200, { total: String(result.data.total), history: entries }, { ...result, text });
}

/**
 * Translates a REST request into tool calls and the results back into a REST response, so that one model can check both
 * surfaces.
 */
export const askingByTools =
  (agent: Agent): AskApi =>
  async (method, path, { body } = {}) => {
    const { pathname, searchParams } = new URL(path, 'http://any.test');
    const given = (body ?? {}) as Record<string, unknown>;
    const [, id] = /^\/api\/leads\/(\d+)/.exec(pathname) ?? [];
    const lead = { id: Number(id) };
    const one = async (status: number, tool: string, asked: unknown) => {
      const result = await agent.call(tool, asked);
      if (result.isError) return refused(result);
      const { lead: shown, ...data } = result.data;
      return answered(status, shown ? { ...data, lead: { ...emptyLead, ...shown } } : result.data, result);
    };
    if (pathname.endsWith('/history')) return history(agent, lead.id);
    if (pathname === '/api/leads/new') return one(201, 'create_lead', given);
    if (pathname === '/api/leads/list/fields') return one(200, 'describe_fields', {});
    if (id !== undefined && method === 'GET') return one(200, 'get_lead', lead);
    if (id !== undefined && method === 'DELETE') return one(204, 'delete_lead', lead);
    if (id !== undefined) return one(200, 'update_lead', { ...given, ...lead });
    const numbers = ['limit', 'start', 'page'];
    const asked = [...searchParams].map(([name, value]) => [
      name,
      numbers.includes(name) ? Number(value) : value,
    ]);
    return search(agent, { ...Object.fromEntries(asked), ...given });
  };
