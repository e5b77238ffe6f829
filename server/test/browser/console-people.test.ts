// Manages users, roles, OAuth clients and grants. Journey (c): an app is created in the console, approved by a user, and revoked.
import { createHash, randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { people, useConsole } from '../harness/console/console-stage.ts';

const hostile = '<img src=x onerror=alert(1)>';
const long = `${'Donaudampfschifffahrt'.repeat(4)} {{constructor}}`;
const rtl = '\u05E9\u05DC\u05D5\u05DD "><script>alert(1)</script>';
const redirect = 'https://app.example.test/cb';
const documentUrl = 'https://app.example.test/client.json';
const stage = useConsole('people', {
  api_clients: [{ user: people.builder.email, name: long, scope: 'mcp' }],
  oauth_clients: [{ name: 'By its document', scope: 'mcp', metadata_url: documentUrl }],
  workflows: [
    {
      name: hostile,
      owner: people.builder.email,
      steps: [{ name: 'end', type: 'stop', as: 'succeeded' }],
      listener: {},
    },
  ],
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function pick(page: Page, label: string, option: string | RegExp) {
  await page.getByRole('combobox', { name: label }).last().click();
  await page.getByRole('option', { name: option }).click();
}

test('a user is invited, sets a password with the link, is deactivated, and is reactivated', async () => {
  const seen = await stage.open('administrator', '/settings/users');
  const { page } = seen;
  await page.getByText('4 users').waitFor();
  await button(page, 'Invite user').click();
  await page.getByLabel('Email').last().fill('zoe@console.test');
  await page.getByRole('dialog').getByLabel('Name').fill(rtl);
  await pick(page, 'Role', 'Guest');
  await button(page, 'Invite').click();
  const link = await page.getByText('/set-password?link=').textContent();
  await stage.look(seen, 'people-link');
  await button(page, "I've copied it").click();
  await page.getByText('5 users').waitFor();
  expect(await page.getByText('/set-password?link=').count()).toBe(0);
  expect((await fetch(link ?? '')).status).toBe(200);

  // The search text is in the URL.
  await page.getByLabel('Search by name or email').fill('ZOE@');
  await page.getByText('1 user', { exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get('search')).toBe('ZOE@');
  await page.getByRole('link', { name: rtl }).click();
  await page.getByRole('heading', { level: 1, name: rtl }).waitFor();
  await button(page, 'Reset password').click();
  await page.getByText('Setting a new password then signs them out everywhere').waitFor();
  await button(page, 'Create link').click();
  const reset = await page.getByText('/set-password?link=').textContent();
  expect(reset).not.toBe(link);
  await button(page, "I've copied it").click();

  await button(page, 'Deactivate').click();
  await page.getByText('This user has no active workflows, credentials, or sessions.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await page.getByText("This user can't sign in").waitFor();
  // A deactivated user's link doesn't work.
  expect((await fetch(reset ?? '')).status).not.toBe(200);
  await button(page, 'Reactivate').click();
  await button(page, 'Deactivate').waitFor();
});

test('a role is created, changed and explained; a role in use cannot be deleted', async () => {
  const seen = await stage.open('administrator', '/settings/roles');
  const { page } = seen;
  await page.getByRole('link', { name: 'New role' }).click();
  await page.getByLabel('Name').fill(hostile);
  await page.getByRole('switch', { name: 'Access REST API' }).click({ force: true });
  await page.getByRole('radiogroup', { name: 'Edit' }).first().getByText('Own').click();
  await page.getByText('Leads → Edit: none → own').waitFor();
  await button(page, 'Create role').click();
  await page.getByRole('heading', { level: 1, name: hostile }).waitFor();

  await page.goto(`${stage.hark().url}/settings/roles`);
  await page.getByRole('link', { name: 'Sales', exact: true }).click();
  await page.getByRole('radiogroup', { name: 'View' }).first().getByText('All').click();
  await page.getByText('Changes for 1 user').waitFor();
  await page.getByText('Leads → View: own → all').waitFor();
  // Discarding brings the saved role back.
  await page.getByRole('status').getByText('1 unsaved change').waitFor();
  await button(page, 'Discard changes').click();
  await page.getByText(/unsaved change/).waitFor({ state: 'hidden' });
  await page.getByRole('radiogroup', { name: 'View' }).first().getByText('All').click();
  await page.getByText('Leads → View: own → all').waitFor();
  await stage.look(seen, 'people-role-change');
  await page.keyboard.press('Control+s');
  await page.getByText(/unsaved change/).waitFor({ state: 'hidden' });
  const used = page.getByRole('button', { name: /^Delete role\W+1 user has this role/ });
  await used.waitFor();
  expect(await used.getAttribute('aria-disabled')).toBe('true');

  await page.goto(`${stage.hark().url}/settings/roles`);
  // A cell shows the role's value only, not the choice.
  const matrix = page.getByRole('region', { name: 'Permissions by role' });
  await matrix.getByText('All', { exact: true }).first().waitFor();
  expect(await matrix.textContent()).not.toContain('OwnAll');
  // A phone shows a card for each role instead of a table that scrolls sideways.
  await page.setViewportSize({ width: 390, height: 844 });
  await matrix.getByText('View (all)').first().waitFor();
  expect(await matrix.getByRole('table').count()).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await pick(page, 'User', new RegExp(people.seller.name));
  await pick(page, 'Can they…', 'see leads');
  await page.getByText(`Yes, ${people.seller.name} can see leads.`).waitFor();
  await page.getByText('Leads → View is all.').waitFor();
  expect(new URL(page.url()).searchParams.get('act')).toBe('leads.view');
  await stage.look(seen, 'people-explain');
  await page.getByRole('combobox', { name: 'Can they…' }).fill('view the audit log');
  await page.getByRole('option', { name: 'view the audit log' }).click();
  await page.getByText(`No, ${people.seller.name} can't view the audit log.`).waitFor();
  await page.getByText('Only administrators can do this').waitFor();
});

test('the only administrator role cannot be deleted, and the button says why', async () => {
  const { page } = await stage.open('administrator', '/settings/roles');
  await page.getByRole('link', { name: 'Administrator', exact: true }).click();
  const remove = page.getByRole('button', { name: /^Delete role\W+This is the only administrator role/ });
  await remove.waitFor();
  expect(await remove.getAttribute('aria-disabled')).toBe('true');
  await remove.focus();
  await page.keyboard.press('Enter');
  expect(await page.getByRole('dialog').count()).toBe(0);
});

/** Plays the app's part of the flow while a user approves the app in a browser, then exchanges the code for a token. */
async function approveAs(kind: 'builder', client: { id: string; secret: string }): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const asked = new URLSearchParams({
    response_type: 'code',
    client_id: client.id,
    redirect_uri: redirect,
    scope: 'api',
    state: 'here',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const { page } = await stage.open(kind, `/oauth2/authorize?${asked}`);
  const back = page.waitForRequest((request) => request.url().startsWith(redirect));
  await page.locator('button[value=approve]').click();
  const code = new URL((await back).url()).searchParams.get('code') ?? '';
  const answer = await fetch(`${stage.hark().url}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirect,
      code_verifier: verifier,
    }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

const statusWith = async (token: string) => {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${stage.hark().url}/api/users/self`, { headers })).status;
};

test('journey (c): an app is created, approved, listed under grants, revoked, and then rejected', async () => {
  const seen = await stage.open('administrator', '/apps/oauth');
  const { page } = seen;
  await button(page, 'New OAuth app').click();
  await page.getByLabel('Name').fill(hostile);
  await page.getByLabel('Redirect URIs').fill(redirect);
  await page.getByLabel('Confidential client').check();
  await button(page, 'Create app').click();
  const id = await page.getByText(/^hark-[0-9a-f]{32}$/).textContent();
  const secret = await page.getByText(/^hark_/).textContent();
  await stage.look(seen, 'people-issued');
  await button(page, 'Done').click();
  expect(await page.getByText(secret ?? '').count()).toBe(0);

  const token = await approveAs('builder', { id: id ?? '', secret: secret ?? '' });
  expect(await statusWith(token)).toBe(200);

  await page.getByRole('link', { name: hostile }).click();
  await page.getByText('1 authorization.').waitFor();
  await page.getByRole('switch', { name: 'Enabled' }).click({ force: true });
  await page.getByText(`“${hostile}” is disabled.`).waitFor();
  expect(await statusWith(token)).toBe(401);
  await page.getByRole('switch', { name: 'Enabled' }).click({ force: true });
  await page.getByText(`“${hostile}” is enabled.`).waitFor();
  expect(await statusWith(token)).toBe(200);

  await button(page, `Revoke access for ${people.builder.name}`).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('No active authorizations').waitFor();
  expect(await statusWith(token)).toBe(401);

  // The user's own profile page shows the same list.
  await approveAs('builder', { id: id ?? '', secret: secret ?? '' });
  await page.goto(`${stage.hark().url}/settings/users`);
  await page.getByRole('link', { name: people.builder.name }).click();
  await button(page, 'Deactivate').click();
  await page.getByText('1 workflow that runs as this user').waitFor();
  await page.getByText('1 authorized app').waitFor();
  await button(page, 'Cancel').click();
  await button(page, `Revoke access for ${hostile}`).click();
  await button(page, 'Revoke access').click();
  await page.getByText('Access revoked').waitFor();
});
