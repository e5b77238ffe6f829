// What happened to an object: two administrators change the same role at once, and the audit log links to what changed.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { applyMore, people, useConsole } from '../harness/console/console-stage.ts';

const stage = useConsole('audit', {
  oauth_clients: [
    { name: 'Dashboard', scope: 'mcp', redirect_uris: ['http://127.0.0.1/cb'], confidential: true },
  ],
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Narrow and wide screens show a text in different places, and hide the other one. */
const visible = (page: Page, text: string) => page.getByText(text).filter({ visible: true }).first();

test("if two administrators change the same role, the second one sees the first one's changes and can reapply their own", async () => {
  const one = await stage.open('administrator', '/settings/roles');
  await one.page.getByRole('link', { name: 'Guest', exact: true }).click();
  const address = one.page.url();
  const other = await stage.open('administrator', new URL(address).pathname);
  await one.page.getByRole('switch', { name: 'Access REST API' }).press('Space');
  await button(one.page, 'Save role').click();
  await one.page.getByText(/unsaved change/).waitFor({ state: 'hidden' });
  await other.page.getByRole('switch', { name: 'Connect AI agents' }).press('Space');
  await button(other.page, 'Save role').click();
  await other.page.getByRole('alert').filter({ hasText: 'Someone else changed this role' }).waitFor();
  await other.page.getByText('API Permissions → Access REST API: no → yes').waitFor();
  await stage.look(other, 'role-in-dispute');
  await button(other.page, 'Apply my changes on top').click();
  await button(other.page, 'Save role').click();
  await other.page.getByText(/unsaved change/).waitFor({ state: 'hidden' });
  await other.page.reload();
  for (const name of ['Access REST API', 'Connect AI agents']) {
    await expect.poll(() => other.page.getByRole('switch', { name }).isChecked()).toBe(true);
  }
});

test('the whole audit log can be downloaded, and a change links to its object and to all changes to that object', async () => {
  const { page } = await stage.open('administrator', '/settings/audit');
  const download = page.waitForEvent('download');
  await button(page, 'Download as CSV').click();
  const file = await download;
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk);
  const lines = Buffer.concat(chunks).toString().split('\r\n');
  expect(lines[0]).toBe('id,at,user,means,origin,action,subject,subject_id,name,was,is');
  expect(lines.length).toBeGreaterThan(10);
  await page.getByRole('combobox', { name: 'User' }).fill(people.administrator.name);
  await page.getByRole('option', { name: people.administrator.name }).click();
  await page.waitForURL(/user=\d+/);
  // Values are in words.
  await page.goto(`${stage.hark().url}/settings/audit?subject=role`);
  await visible(page, 'Connect AI agents: not set → on').waitFor();
  await page.goto(`${stage.hark().url}/settings/audit?subject=oauth_client`);
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await page.getByRole('link', { name: 'All changes to this item' }).click();
  await page.waitForURL(/subject=oauth_client&id=\d+/);
  await page.getByText('1 change · only “Dashboard”').waitFor();
  await page.goBack();
  // While nothing changed since, the entry shows the current version itself.
  await page.getByText('Not changed since.').waitFor();
  const current = page.getByRole('link', { name: 'Open current version' });
  expect(await current.count()).toBe(0);
  await applyMore(stage.hark(), {
    oauth_clients: [{ name: 'Dashboard', scope: 'mcp', redirect_uris: ['http://127.0.0.1/other'] }],
  });
  await page.reload();
  await current.click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
});
