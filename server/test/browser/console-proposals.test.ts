// Proposals in the console (spec/proposals): an agent proposes, people decide one by one and several together.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { applyMore, useConsole } from '../harness/console/console-stage.ts';

const stage = useConsole('proposals');

const agentRole = {
  name: 'Agents',
  permissions: {
    'api.access_mcp': true,
    'api.write_mcp': 'propose',
    'leads.view': 'all',
    'leads.create': true,
    'leads.edit': 'all',
    'leads.delete': 'all',
  },
};
const rob = { email: 'rob@console.test', name: 'Rob Robot', role: 'Agents' };
const leads = [
  { email: 'lea@example.test', first_name: 'Lea', last_name: 'Muster', city: 'Bern', status: 'New' },
  { email: 'max@example.test', first_name: 'Max', last_name: 'Keller', city: 'Basel', status: 'Contacted' },
  { email: 'noa@example.test', first_name: 'Noa', last_name: 'Frei', city: 'Chur' },
  { email: 'uma@example.test', first_name: 'Uma', last_name: 'Roth', status: 'New' },
];

/** Connects an agent that can only propose. */
async function connect(): Promise<{ client: Client; ids: number[] }> {
  const applied = await applyMore(stage.hark(), {
    roles: [agentRole],
    users: [rob],
    api_clients: [{ user: rob.email, name: 'Claude', scope: 'mcp' }],
    leads,
  });
  const [workspace] = applied.workspaces as unknown as [
    { api_clients: { token: string }[]; leads: { id: number }[] },
  ];
  const client = new Client({ name: 'Claude', version: '1.0.0' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${stage.hark().url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${workspace.api_clients[0]?.token}` } },
    }),
  );
  return { client, ids: workspace.leads.map(({ id }) => id) };
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('an administrator sees what an agent proposes, and decides one by one and several together', async () => {
  const empty = await stage.open('administrator', '/proposals');
  await empty.page.getByText('No proposals').waitFor();
  await stage.look(empty, 'proposals-empty');
  const { client, ids } = await connect();
  const [lea, max, noa, uma] = ids;
  const propose = (name: string, given: Record<string, unknown>) =>
    client.callTool({ name, arguments: given });
  await propose('delete_lead', { id: uma });
  await propose('update_lead', { id: noa, city: 'Davos' });
  await propose('create_lead', {
    first_name: 'Ida',
    last_name: 'Sommer',
    email: 'ida@example.test',
    city: 'Zug',
  });
  await propose('update_lead', { id: max, city: 'Luzern', status: 'Qualified', company: 'Keller AG' });
  await propose('update_lead', { id: lea, status: 'Qualified' });
  await client.close();

  const seen = await stage.open('administrator', '/');
  const { page } = seen;
  const waiting = page.getByRole('region', { name: 'Waiting for your decision' });
  await waiting.getByText('5 proposed changes').waitFor();
  await stage.lookInAll(seen, 'proposals-home');
  await waiting.getByRole('link', { name: 'Review proposals' }).click();
  await row(page, 'Lea Muster').waitFor();
  await page.getByText('5 waiting for your decision').first().waitFor();
  expect(await row(page, 'Max Keller').textContent()).toMatch(/Claude for Rob Robot via AI agent/);
  expect(await row(page, 'Max Keller').textContent()).toMatch(/Basel[\s\S]*Luzern/);
  await stage.lookInAll(seen, 'proposals');

  await row(page, 'Ida Sommer').getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Approved. The lead is changed.').waitFor();
  // A decided proposal stays in its place, so that no other one slides under the pointer.
  await row(page, 'Ida Sommer').getByText('Approved').filter({ visible: true }).waitFor();
  await row(page, 'Uma Roth').getByRole('button', { name: 'Reject' }).click();
  await page.getByText('Rejected. Nothing is changed.').waitFor();
  await row(page, 'Uma Roth').getByText('Rejected').filter({ visible: true }).waitFor();
  expect(await row(page, 'Ida Sommer').count()).toBe(1);
  await page.getByText('All', { exact: true }).click();
  await row(page, 'Uma Roth').getByText('by Ada Admin').filter({ visible: true }).waitFor();
  await page.getByText('Pending', { exact: true }).first().click();
  await expect.poll(() => row(page, 'Uma Roth').count()).toBe(0);

  // The lead's own page shows its proposal with the same buttons.
  await page.goto(`${stage.hark().url}/leads/${lea}`);
  const proposed = page.getByRole('region', { name: 'Proposed changes' });
  expect(await proposed.textContent()).toMatch(/New[\s\S]*Qualified/);
  await stage.lookInAll(seen, 'proposals-lead');
  await proposed.getByRole('button', { name: 'Approve' }).click();
  await proposed.getByText('Approved').waitFor();
  await page.getByText('changed Status').waitFor();

  // Someone changes a lead after the proposal.
  await page.goto(`${stage.hark().url}/proposals`);
  await applyMore(stage.hark(), { leads: [{ email: 'noa@example.test', city: 'Thun' }] });
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await page.getByRole('button', { name: 'Approve 2' }).click();
  await row(page, 'Noa Frei')
    .getByText('The proposal no longer fits: city has another value by now.')
    .waitFor();
  await page.getByText('1 proposal stays pending. The list shows why.').waitFor();
  await row(page, 'Max Keller').getByText('Approved').filter({ visible: true }).waitFor();
  await stage.look(seen, 'proposals-conflict');

  await page.getByText('All', { exact: true }).click();
  await row(page, 'Max Keller').getByText('by Ada Admin').filter({ visible: true }).waitFor();

  await page.goto(`${stage.hark().url}/leads/${max}`);
  const entry = page.getByRole('listitem').filter({ hasText: 'Luzern' });
  await entry.getByText('proposed by Claude for Rob Robot via AI agent').waitFor();
  expect(await entry.first().textContent()).toContain('Ada Admin');
  await stage.look(seen, 'proposals-history');
});

test('a user who can only view a lead sees its proposals without buttons', async () => {
  const { page } = await stage.open('builder', '/proposals');
  const notice = row(page, 'Noa Frei').getByText("You don't have the permission to decide this.");
  await notice.filter({ visible: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  expect(await page.getByRole('checkbox').count()).toBe(0);
  expect(await page.getByText('waiting for your decision').count()).toBe(0);
});
