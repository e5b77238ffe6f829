// The administrators' screens in typical states: empty, full, with long names, with edit conflicts, with a dialog open.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Look, looks, usualLook } from '../harness/console/chromium.ts';
import { applyMore, people, useConsole } from '../harness/console/console-stage.ts';
import { deliver } from '../harness/whole-hark.ts';

const long = `${'Donaudampfschifffahrtsgesellschaft'.repeat(3)} {{constructor}}`;
const steps = [
  {
    name: 'choose',
    type: 'branch',
    if: '{{ __data.call }}',
    // biome-ignore lint/suspicious/noThenProperty: the workspace file uses this key.
    then: [{ name: 'end', type: 'http.request', url: 'https://a.test/{{ secrets.partner }}' }],
  },
];
const stage = useConsole('states');
const inUse = {
  lead_fields: [{ alias: 'customer_number', label: 'Customer number', type: 'text', unique: true }],
  settings: { rate_limit_burst: 10, rate_limit_per_minute: 60 },
  secrets: { partner: 'never shown', [`l${'o'.repeat(50)}ng`]: 'never shown' },
  oauth_clients: [
    { name: long, scope: 'api', redirect_uris: [`https://app.example.test/${'deep/'.repeat(20)}`] },
    { name: 'Dashboard', scope: 'mcp', redirect_uris: ['http://127.0.0.1/cb'], confidential: true },
  ],
  webhooks: [{ name: long, url: `https://hook.example.test/${'deep/'.repeat(20)}`, types: ['lead.created'] }],
  api_clients: [
    { user: people.administrator.email, name: 'Billing', scope: 'api' },
    { user: people.administrator.email, name: long, scope: 'mcp' },
  ],
  workflows: [
    { name: 'New lead from form', owner: people.builder.email, listener: {}, steps },
    { name: long, owner: people.builder.email, listener: {}, steps },
  ],
};

/** A deeply nested value. No audit entry contains a nested value today, but the screen must be able to show it. */
const nested = { match: { by: 'email', or: ['phone', 'mobile'] }, refused: [{ line: 2, is_empty: true }] };

/** Returns the contents of visible elements that the screen truncates. */
const cutTexts = (page: Page, selector: string): Promise<string[]> =>
  page
    .locator(selector)
    .filter({ visible: true })
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerHTML));

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Narrow and wide screens show a text in different places, and hide the other one. */
const visible = (page: Page, text: string) => page.getByText(text).filter({ visible: true }).first();

/** Fills the workspace with data, and sends requests until the limits are exceeded. */
async function fill() {
  await stage.hark().query(
    `insert into audit_entries (workspace_id, at, means_type, action, subject_type, subject_id, subject_name, old_values, new_values)
     select id, now(), 'apply', 'created', 'import', 7, 'leads.csv', '{}', $1 from workspaces`,
    [nested],
  );
  await stage.hark().query(
    `insert into audit_entries (workspace_id, at, means_type, action, subject_type, subject_id, subject_name, old_values, new_values)
     select id, now(), 'apply', 'request replayed', 'workflow', 1, 'Sign-ups', '{"run": "the-old-one"}', '{"run": "the-new-one"}' from workspaces`,
  );
  const applied = await applyMore(stage.hark(), inUse);
  const [first, second] = (applied.workspaces[0]?.workflows ?? []).map(({ listener }) => listener.url);
  for (let sent = 0; sent < 12; sent += 1) await deliver(first ?? '', { sent });
  await deliver(second ?? '', {});
  const [token] = /hark_client_[\w-]+/.exec(JSON.stringify(applied)) ?? [];
  for (let asked = 0; asked < 14; asked += 1) {
    const headers = { authorization: `Bearer ${token}`, 'user-agent': 'billing-job/2.1' };
    await (await fetch(`${stage.hark().url}/api/leads?limit=1`, { headers })).arrayBuffer();
  }
}

describe.each(looks)('a new workspace, $name', (as) => {
  test('shows empty screens that explain themselves and offer the next action', async () => {
    const seen = await stage.open('administrator', '/', as);
    const { page } = seen;
    const go = (path: string) => page.goto(`${stage.hark().url}${path}`);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await stage.look(seen, 'empty-home', as);
    for (const [path, title, action, name] of [
      ['/settings/secrets', 'No secrets yet', 'Add secret', 'secrets'],
      ['/settings/secrets?tab=connections', 'No connections yet', 'Add connection', 'connections'],
      ['/apps/oauth', 'No OAuth apps yet', 'New OAuth app', 'oauth-clients'],
      ['/apps/webhooks', 'No event webhooks yet', 'New event webhook', 'webhooks'],
      ['/apps/api', 'No API clients yet', 'New API client', 'api-clients'],
      ['/settings/lead-fields', 'No custom fields yet', 'New field', 'lead-fields'],
    ] as const) {
      await go(path);
      await page.getByText(title, { exact: true }).waitFor();
      await button(page, action).waitFor();
      await page
        .getByRole('link', { name: /^Guide: / })
        .first()
        .waitFor();
      await stage.look(seen, `empty-${name}`, as);
    }
    await go('/settings/users?search=nobody-like-this');
    await page.getByText('No matching users').waitFor();
    await stage.look(seen, 'empty-users', as);
    await go('/settings/audit?subject=lead');
    await page.getByText('No matching changes').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Clear filters' }).waitFor();
    await stage.look(seen, 'empty-audit', as);
    await go('/apps/agents');
    await page.getByText('No call').first().waitFor();
    expect(await cutTexts(page, '.mantine-SegmentedControl-label')).toEqual([]);
    await stage.look(seen, 'empty-agents', as);
    await go('/settings/limits');
    await page.getByText('No requests in the last 15 minutes', { exact: true }).waitFor();
    await stage.look(seen, 'empty-workspace', as);
    await page.context().close();
  }, 120_000);
});

describe('a workspace in use', () => {
  beforeAll(fill, 60_000);

  describe.each(looks)('$name', statesOf);
});

function statesOf(as: Look) {
  test('the workspace settings screen shows both limits, the callers that used them up, and unsaved changes', async () => {
    const seen = await stage.open('administrator', '/settings/limits', as);
    const { page } = seen;
    await page.getByRole('region', { name: 'Most requested webhooks' }).getByText(long).waitFor();
    await page.getByText('API client “Billing”').filter({ visible: true }).waitFor();
    await stage.look(seen, 'full-workspace', as);
    await page.goto(`${stage.hark().url}/settings/general`);
    await page.getByLabel('Page size').fill('0');
    await button(page, 'Save changes').click();
    await page.getByRole('alert').waitFor();
    await stage.look(seen, 'full-workspace-error', as);
    await button(page, 'Discard changes').click();
    await page.goto(`${stage.hark().url}/settings/retention`);
    await page.getByRole('textbox', { name: 'Runs', exact: true }).fill('2');
    await button(page, 'Save changes').click();
    await page.getByRole('dialog').waitFor();
    await stage.look(seen, 'full-workspace-asks', as);
    await page.context().close();
  }, 90_000);

  test('the audit log and the page of a single change pass the accessibility and layout checks', async () => {
    const seen = await stage.open('administrator', '/apps/agents', as);
    const { page } = seen;
    // This change was made by a user; the others were made by the operator. The user's name links to all changes by that user.
    await page.getByRole('switch', { name: 'delete_lead' }).press('Space');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.goto(`${stage.hark().url}/settings/audit`);
    await page.getByRole('link', { name: people.administrator.name }).first().waitFor();
    await stage.look(seen, 'full-audit', as);
    await page.goto(`${stage.hark().url}/settings/audit?subject=role`);
    await page.getByRole('link', { name: 'Sales' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Role “Sales”: created' }).waitFor();
    await page.getByRole('columnheader', { name: 'Value', exact: true }).waitFor();
    await stage.look(seen, 'full-audit-entry', as);
    await page.goto(`${stage.hark().url}/settings/audit?subject=import`);
    // A narrow list has no room for values.
    if (as.width === usualLook.width) await visible(page, 'By: email').waitFor();
    await page.getByRole('link', { name: 'leads.csv' }).click();
    await visible(page, 'By: email').waitFor();
    await visible(page, 'Line: 2').waitFor();
    expect(await page.getByRole('main').textContent()).not.toContain('{');
    await stage.look(seen, 'full-audit-nested', as);
    // An entry that records an event shows the event, not the object's state.
    await page.goto(`${stage.hark().url}/settings/audit?subject=workflow&id=1`);
    await page.getByRole('link', { name: 'Sign-ups', exact: true }).click();
    const noted = page.getByRole('region', { name: 'Details' });
    await noted.getByText('the-new-one').waitFor();
    expect(await page.getByText('the-old-one').count()).toBe(1);
    await page.getByRole('link', { name: 'Open run' }).waitFor();
    await stage.look(seen, 'full-audit-event', as);
    await page.context().close();
  }, 90_000);

  test('the dialogs to invite, deactivate and delete a user pass the checks', async () => {
    const seen = await stage.open('administrator', '/settings/users', as);
    const { page } = seen;
    await stage.look(seen, 'full-users', as);
    await button(page, 'Invite user').click();
    await page.getByRole('dialog').getByLabel('Email').waitFor();
    await stage.look(seen, 'full-invite', as);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: people.builder.name }).click();
    await button(page, 'Delete user').click();
    await page.getByText('They own workflows').waitFor();
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Delete user' }).isDisabled()).toBe(
      true,
    );
    await stage.look(seen, 'full-delete-owner', as);
    await page.goto(`${stage.hark().url}/settings/users`);
    await page.getByRole('link', { name: people.seller.name }).click();
    await button(page, 'Delete user').click();
    await page.getByText("The user's name stays in the history and the audit log.").waitFor();
    await stage.look(seen, 'full-delete-user', as);
    await page.context().close();
  }, 90_000);

  test('API Settings pass the checks with clients, a disabled key, and a proposed key', async () => {
    const seen = await stage.open('administrator', '/apps/api', as);
    const { page } = seen;
    await page.getByText('Your API key is disabled because the API client “Billing” is enabled.').waitFor();
    await button(page, 'Regenerate').click();
    await page.getByLabel('New key (not active yet)').waitFor();
    await stage.look(seen, 'full-api-settings', as);
    await page.context().close();
  }, 60_000);

  test('OAuth clients, event webhooks, secrets and roles with long names pass the checks', async () => {
    const seen = await stage.open('administrator', '/apps/oauth', as);
    const { page } = seen;
    await stage.look(seen, 'full-oauth-clients', as);
    await page.getByRole('link', { name: long }).click();
    await page.getByRole('heading', { level: 1, name: long }).waitFor();
    await stage.look(seen, 'full-oauth-client', as);
    await page.goto(`${stage.hark().url}/apps/webhooks`);
    await page.getByRole('link', { name: long }).waitFor();
    await stage.look(seen, 'full-webhooks', as);
    await page.getByRole('link', { name: long }).click();
    await page.getByRole('heading', { level: 1, name: long }).waitFor();
    await stage.look(seen, 'full-webhook', as);
    await page.goto(`${stage.hark().url}/settings/secrets`);
    await page.getByText('2 secrets').waitFor();
    await stage.look(seen, 'full-secrets', as);
    await page.getByRole('button', { name: 'Actions for partner' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByText('This secret is used in 2 places').waitFor();
    await stage.look(seen, 'full-secrets-delete', as);
    await page.goto(`${stage.hark().url}/settings/lead-fields`);
    await page.getByText('Customer number').waitFor();
    expect(await cutTexts(page, '.mantine-Badge-label')).toEqual([]);
    await stage.look(seen, 'full-lead-fields', as);
    await page.context().close();
  }, 90_000);
}

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
  for (const { page } of [one, other]) await page.context().close();
}, 90_000);

test('the whole audit log can be downloaded, and a change links to its object and to all changes to that object', async () => {
  const { page } = await stage.open('administrator', '/settings/audit');
  const download = page.waitForEvent('download');
  await button(page, 'Download as CSV').click();
  const file = await download;
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk);
  const lines = Buffer.concat(chunks).toString().split('\r\n');
  expect(lines[0]).toBe('id,at,user,means,origin,action,subject,subject_id,name,was,is');
  expect(lines.length).toBeGreaterThan(15);
  await page.getByRole('combobox', { name: 'User' }).fill(people.administrator.name);
  await page.getByRole('option', { name: people.administrator.name }).click();
  await page.waitForURL(/user=\d+/);
  // Values are in words.
  await page.goto(`${stage.hark().url}/settings/audit?subject=role`);
  await visible(page, 'Administrator: on').waitFor();
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
  await page.context().close();
}, 60_000);
