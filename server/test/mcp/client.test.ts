// Tests the current and the previous protocol revision with the official client (spec/agents).
import { describe, expect, test } from 'vitest';
import { buildAgent, readResult, revisions } from '../harness/agents.ts';
import { buildBusyWorkspace } from '../harness/api-callers.ts';
import { useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);

describe.each(revisions)('the official client, revision %s (spec/agents §1.4)', (_revision, mode) => {
  test('connects with the token of an API client, lists tools and calls them', async () => {
    const { context } = database.current;
    const agent = await buildAgent(context, api, await buildBusyWorkspace(context), { isAdmin: true });
    const client = await agent.connect(mode);
    expect(client.getServerVersion()).toMatchObject({ name: 'hark' });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('search_leads');
    for (const { inputSchema, description, annotations } of tools) {
      expect(inputSchema.type).toBe('object');
      expect(description).toMatch(/\.$/);
      expect(annotations).toMatchObject({
        readOnlyHint: expect.any(Boolean),
        destructiveHint: expect.any(Boolean),
      });
    }
    const made = readResult(
      await client.callTool({
        name: 'create_lead',
        arguments: { email: 'lea@example.test', first_name: 'Lea' },
      }),
    );
    expect(made).toMatchObject({ isError: false, data: { lead: { first_name: 'Lea' } } });
    const found = await client.callTool({ name: 'search_leads', arguments: { words: 'lea' } });
    expect(readResult(found).data).toMatchObject({ total: 1, leads: [{ id: made.data.lead.id }] });
    await expect(client.callTool({ name: 'drop_tables', arguments: {} })).rejects.toThrow('Unknown tool');
  });
});
