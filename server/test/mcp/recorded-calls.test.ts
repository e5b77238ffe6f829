// Every call is recorded, and administrators can disable single tools.
import { expect, test } from 'vitest';
import { purgeAgentCalls } from '../../src/core/agents/index.ts';
import { erasePerson } from '../../src/core/erasure/index.ts';
import { saveSecret } from '../../src/core/secrets/index.ts';
import { changeSettings } from '../../src/core/workspaces/index.ts';
import { buildAgent } from '../harness/agents.ts';
import { buildBusyWorkspace } from '../harness/api-callers.ts';
import { changing } from '../harness/builders.ts';
import { useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);

async function build() {
  const { context, asAdministrator } = database.current;
  const workspace = await buildBusyWorkspace(context);
  const agent = await buildAgent(context, api, workspace, { isAdmin: true });
  const change = (work: Parameters<typeof changing>[2]) => changing(context, workspace.id, work);
  const calls = async () =>
    (
      await asAdministrator((client) =>
        client.query('select * from agent_calls where workspace_id = $1 order by id', [workspace.id]),
      )
    ).rows;
  return { context, workspace, agent, change, calls };
}

test('every call, even a rejected one, is recorded with user, client, tool, arguments, outcome and size (spec/agents §2.5)', async () => {
  const { agent, calls } = await build();
  const made = await agent.call('create_lead', { first_name: 'Lea' });
  const { id } = made.data.lead;
  await agent.call('get_lead', { id: 999_999_999 });
  await agent.call('get_lead', { id: 'x' });
  await agent.call('search_leads', { words: 'lea' });
  const { user } = agent.caller;
  const rows = await calls();
  expect(rows.map(({ tool, outcome, lead_ids }) => [tool, outcome, lead_ids.map(Number)])).toEqual([
    ['create_lead', 'ok', [id]],
    ['get_lead', 'not_found', []],
    ['get_lead', 'bad_arguments', []],
    ['search_leads', 'ok', [id]],
  ]);
  // The log says which argument was wrong.
  expect(rows.map(({ error }) => error)).toEqual([
    null,
    'Item was not found.',
    expect.stringMatching(/^id: .+ Correct the arguments and call again\.$/),
    null,
  ]);
  expect(rows[0]).toMatchObject({
    user_name: user.name,
    client_type: 'api_client',
    client_name: `Agent of ${user.name}`,
    arguments: '{"first_name":"Lea"}',
    result_bytes: Buffer.byteLength(made.text),
  });
});

test("a lead's history shows that an agent changed it, and through which client", async () => {
  const { agent } = await build();
  const { data } = await agent.call('create_lead', { first_name: 'Lea' });
  const answer = await agent.caller.ask('GET', `/api/leads/${data.lead.id}/history`);
  expect(answer.json.history).toMatchObject([
    {
      user: { name: agent.caller.user.name },
      means: { type: 'mcp', name: `Agent of ${agent.caller.user.name}` },
    },
  ]);
});

test('no secret is recorded: neither a value under a sensitive name nor a workspace secret anywhere in the arguments', async () => {
  const { agent, change, calls } = await build();
  await change((c) => saveSecret(c, 'partner', 'PARTNER-CANARY-1'));
  await agent.call('start_workflow', {
    workflow: 'None',
    data: {
      password: 'CANARY-2',
      nested: [{ 'X-Api-Key': 'CANARY-3', refresh_token: { deep: 'CANARY-4' } }],
      text: `see ${Buffer.from('PARTNER-CANARY-1').toString('base64')} and PARTNER-CANARY-1`,
      long: 'x'.repeat(10_000),
    },
  });
  const [row] = await calls();
  expect(row.arguments).not.toMatch(/CANARY/);
  expect(row.arguments).not.toContain(Buffer.from('PARTNER-CANARY-1').toString('base64'));
  expect(row.arguments).not.toContain(agent.token);
  expect(JSON.parse(row.arguments).data.password).toBe('[secret]');
  expect(row.arguments.length).toBeLessThan(8_500);
});

test('a disabled tool is neither listed nor usable, starting with the next request (spec/agents §2.3)', async () => {
  const { agent, change, calls } = await build();
  const { data } = await agent.call('create_lead', { first_name: 'Lea' });
  const client = await agent.connect('legacy');
  const listed = async () => (await client.listTools()).tools.map(({ name }) => name);
  expect(await listed()).toContain('delete_lead');
  await change((c) => changeSettings(c, { agent_tools_off: ['delete_lead'] }));
  expect(await listed()).not.toContain('delete_lead');
  const refused = await agent.call('delete_lead', { id: data.lead.id });
  expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('(tool_off)')]);
  expect((await agent.caller.ask('GET', `/api/leads/${data.lead.id}`)).status).toBe(200);
  expect((await calls()).at(-1)).toMatchObject({ tool: 'delete_lead', outcome: 'tool_off' });
  await change((c) => changeSettings(c, { agent_tools_off: [] }));
  expect((await agent.call('delete_lead', { id: data.lead.id })).isError).toBe(false);
});

test('only tools that the role can use are listed', async () => {
  const { context, workspace } = await build();
  const reader = await buildAgent(context, api, workspace, { permissions: { 'leads.view': 'own' } });
  const { tools } = await (await reader.connect('legacy')).listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'search_leads',
    'get_lead',
    'describe_fields',
    'lead_history',
    'list_approvals',
  ]);
});

test("a call that can't be recorded isn't made (spec/agents §2.5)", async () => {
  const { agent } = await build();
  const { asAdministrator } = database.current;
  await asAdministrator((client) => client.query('alter table agent_calls rename to agent_calls_gone'));
  try {
    const { isError, text } = await agent.call('create_lead', { first_name: 'Unseen' });
    expect([isError, text]).toEqual([true, expect.stringContaining('(internal_error)')]);
    expect(text).not.toContain('agent_calls');
  } finally {
    await asAdministrator((client) => client.query('alter table agent_calls_gone rename to agent_calls'));
  }
  expect((await agent.call('search_leads', { words: 'unseen' })).data.total).toBe(0);
});

test("calls are purged after their workspace's retention period, and when their user is erased", async () => {
  const { context, workspace, agent, change, calls } = await build();
  const { upkeep } = database.current;
  try {
    const { data } = await agent.call('create_lead', { first_name: 'Lea', email: 'lea@example.test' });
    await agent.call('search_leads', { words: 'lea@example.test' });
    await agent.call('describe_fields');
    const actor = { user: null, means: { type: 'command', name: 'erase' }, origin: 'a test' } as const;
    const {
      leads: [erased],
    } = await erasePerson(context, actor, workspace.id, { lead: data.lead.id });
    expect(erased?.removed).toMatchObject({ agent_calls: 2 });
    expect((await calls()).map(({ tool }) => tool)).toEqual(['describe_fields']);
    await change((c) => changeSettings(c, { agent_call_days: 7 }));
    const age = (days: number) =>
      database.current.query(
        `update agent_calls set at = now() - make_interval(days => $2) where workspace_id = $1`,
        [workspace.id, days],
      );
    await age(6);
    await purgeAgentCalls(upkeep);
    expect(await calls()).toHaveLength(1);
    await age(8);
    await purgeAgentCalls(upkeep);
    expect(await calls()).toHaveLength(0);
  } finally {
  }
});
