// Guards against CVE-2026-111770 in the MCP SDK (docs/security-model.md): if several callers share one server or
// transport, their responses get mixed up.
import { expect, test } from 'vitest';
import { type Agent, buildAgent, messageIn, readResult, revisions } from '../harness/agents.ts';
import { buildBusyWorkspace } from '../harness/api-callers.ts';
import { isFullRun } from '../harness/seeded-random.ts';
import { useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);

const clients = isFullRun ? 50 : 20;
const rounds = 5;

/** Makes a call with a request ID that all callers use, and expects the caller's own response. */
async function askForOwn(agent: Agent, canary: string, tool: string, given: unknown): Promise<void> {
  const answer = await agent.rpc('tools/call', { name: tool, arguments: given });
  expect(answer.status).toBe(200);
  const message = messageIn(answer);
  expect(message.id).toBe(1);
  const { isError, text } = readResult(message.result);
  expect([isError, text.match(/canary-\d+-of-\d+/g)?.every((seen) => seen === canary)]).toEqual([
    false,
    true,
  ]);
}

test(`${clients} parallel clients in different workspaces use equal request IDs, and no response reaches another client`, async () => {
  const { context } = database.current;
  const agents: { agent: Agent; canary: string; id: number }[] = [];
  for (let index = 0; index < clients; index++) {
    const agent = await buildAgent(context, api, await buildBusyWorkspace(context), { isAdmin: true });
    const canary = `canary-${index}-of-${clients}`;
    const made = await agent.call('create_lead', { first_name: canary, company: canary });
    agents.push({ agent, canary, id: made.data.lead.id });
  }
  for (let round = 0; round < rounds; round++) {
    await Promise.all(
      agents.flatMap(({ agent, canary, id }) => [
        askForOwn(agent, canary, 'get_lead', { id }),
        askForOwn(agent, canary, 'search_leads', {}),
        askForOwn(agent, canary, 'update_lead', { id, position: `${canary} ${round}` }),
      ]),
    );
  }
});

test('no response reaches another client if official clients with both protocol revisions are mixed', async () => {
  const { context } = database.current;
  const connected = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const agent = await buildAgent(context, api, await buildBusyWorkspace(context), { isAdmin: true });
      const canary = `canary-${index}-of-20`;
      await agent.call('create_lead', { first_name: canary });
      const mode = revisions[index % 2]?.[1] ?? 'legacy';
      return { canary, client: await agent.connect(mode) };
    }),
  );
  for (let round = 0; round < rounds; round++) {
    const found = await Promise.all(
      connected.map(({ client }) => client.callTool({ name: 'search_leads', arguments: {} })),
    );
    expect(found.map((result) => readResult(result).data.leads[0].first_name)).toEqual(
      connected.map(({ canary }) => canary),
    );
  }
});
