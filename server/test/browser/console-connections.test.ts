// Connections in the console: created, used in the builder, connected to another service, and deleted (spec/connections §1.3, §3.4 and §4.1).
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { people, useConsole } from '../harness/console/console-stage.ts';

/** The service that an administrator signs in to: whether it grants access, and whether it then returns tokens. */
const service = { grants: true, returnsTokens: true };
const server = createServer((request, answer) => {
  const url = new URL(request.url ?? '', 'http://service');
  if (url.pathname === '/token') {
    const tokens = {
      access_token: 'a-token',
      token_type: 'bearer',
      refresh_token: 'r-token',
      expires_in: 60,
    };
    answer.writeHead(service.returnsTokens ? 200 : 400, { 'content-type': 'application/json' });
    return answer.end(JSON.stringify(service.returnsTokens ? tokens : { error: 'invalid_client' }));
  }
  const back = new URL(url.searchParams.get('redirect_uri') ?? '');
  back.searchParams.set('state', url.searchParams.get('state') ?? '');
  if (service.grants) back.searchParams.set('code', 'a-code');
  else back.searchParams.set('error', 'access_denied');
  return answer.writeHead(302, { location: back.href }).end();
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const stage = useConsole(
  'connections',
  {
    workflows: [
      {
        name: 'Invoice',
        owner: people.builder.email,
        listener: {},
        steps: [{ name: 'create', type: 'http.request', url: 'https://api.billing.example/v1/invoices' }],
      },
    ],
  },
  { HARK_EGRESS_ALLOW: place },
);

const path = '/settings/secrets?tab=connections';
const token = 'a-token-never-shown';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Opens an item of a connection's menu. */
async function choose(page: Page, name: string, item: string) {
  await button(page, `Actions for ${name}`).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

test("an administrator creates a connection, a builder uses it, and it can't be deleted while it is used", async () => {
  const seen = await stage.open('administrator', '/settings/secrets');
  const { page } = seen;
  const dialog = page.getByRole('dialog');
  const field = (name: string | RegExp) => dialog.getByLabel(name).and(dialog.locator('input, select'));
  await page.getByRole('link', { name: 'Connections', exact: true }).click();
  await page.getByRole('heading', { name: 'No connections yet' }).waitFor();
  await button(page, 'Add connection').click();
  await field(/^Name/).fill('billing');
  await field(/^Origin/).fill('api.billing.example');
  await field(/^Token/).fill(token);
  // Only the fields of the chosen type are shown, and a secret of another type isn't kept.
  await field('Type').selectOption('Key in a header');
  await field(/^Header/).waitFor();
  await field('Type').selectOption('Bearer token');
  await field(/^Header/).waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Add connection' }).click();
  await dialog.getByText('Must be https://host or https://host:port, without a path').waitFor();
  await dialog.getByText('Is required').waitFor();
  await stage.lookInAll(seen, 'connections-add');
  await field(/^Origin/).fill('https://api.billing.example');
  await field(/^Token/).fill(token);
  await dialog.getByRole('button', { name: 'Add connection' }).click();
  await page.getByText('The connection billing was added.').waitFor();
  await page.getByText('1 connection', { exact: true }).waitFor();

  const builder = await stage.open('builder', '/workflows');
  await useInBuilder(builder.page);
  await stage.lookInAll(builder, 'connections-builder');
  await button(builder.page, 'Publish').click();
  const publishing = builder.page.getByRole('dialog');
  await publishing.getByRole('button', { name: 'Publish' }).click();
  await publishing.waitFor({ state: 'hidden' });

  await page.reload();
  const row = page.getByRole('row').filter({ hasText: 'billing' });
  await row.getByRole('link', { name: 'Invoice' }).filter({ visible: true }).waitFor();
  await stage.lookInAll(seen, 'connections-list');
  await choose(page, 'billing', 'Delete…');
  await dialog.getByText("Published workflows use this connection, so you can't delete it.").waitFor();
  await dialog.getByRole('link', { name: 'Invoice' }).waitFor();
  expect(await dialog.getByRole('button', { name: 'Delete connection' }).isDisabled()).toBe(true);
  await stage.lookInAll(seen, 'connections-delete-used');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });

  // The token is needed again if it would be sent elsewhere.
  await choose(page, 'billing', 'Edit…');
  await dialog.getByText("A connection that a published workflow uses can't be renamed.").waitFor();
  await dialog.getByText('Leave empty to keep the current one.').waitFor();
  await field(/^Origin/).fill('https://evil.example');
  await dialog.getByText('Enter it again, because the connection now points elsewhere.').waitFor();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await dialog.getByText('Must be given again, because the connection points elsewhere').waitFor();
  await field(/^Origin/).fill('https://api.billing.example');
  await field(/^Token/).fill('another-token-never-shown');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('The connection billing was saved.').waitFor();
  expect(await page.content()).not.toContain('never-shown');
});

/** Chooses the connection in the step of the workflow, with a path as the URL. */
async function useInBuilder(page: Page) {
  await page.getByRole('link', { name: 'Invoice', exact: true }).click();
  await page.locator('[data-step="0"]').click();
  await page
    .getByText('Starts with https://, or with http:// if the server allows this host and port.')
    .waitFor();
  await page.getByRole('combobox', { name: 'Connection' }).click();
  await page.getByRole('option', { name: 'billing' }).getByText('https://api.billing.example').waitFor();
  await page.getByRole('option', { name: 'billing' }).click();
  await page.getByText('The request can only go to https://api.billing.example.').waitFor();
  await page.getByText('A path is enough, such as /v1/contacts.').waitFor();
  await page.getByRole('textbox', { name: 'URL', exact: true }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('/v1/invoices');
  await page.locator('[data-step="0"]').getByText('/v1/invoices via billing').waitFor();
}

test('an administrator connects to another service, and sees whether that worked', async () => {
  const url = `http://${place}`;
  const seen = await stage.open('administrator', path);
  const { page } = seen;
  const dialog = page.getByRole('dialog');
  const field = (name: string | RegExp) => dialog.getByLabel(name).and(dialog.locator('input, select'));
  await button(page, 'Add connection').click();
  await field(/^Name/).fill('crm');
  await field('Type').selectOption('OAuth 2');
  await field('Grant').selectOption('authorization_code');
  await dialog.getByText(`${stage.hark().url}/connections/callback`).waitFor();
  await field(/^Origin/).fill(url);
  await field(/^Authorization URL/).fill(`${url}/authorize`);
  await field(/^Token URL/).fill(`${url}/token`);
  await field(/^Client ID/).fill('hark');
  await field(/^Client secret/).fill('a-client-secret');
  await stage.lookInAll(seen, 'connections-oauth');
  await dialog.getByRole('button', { name: 'Add connection' }).click();
  await page.getByText('The connection crm was added. Connect it next.').waitFor();

  const connect = page.getByRole('link', { name: 'Connect crm' }).filter({ visible: true });
  const notice = page.getByRole('alert');
  service.grants = false;
  await connect.click();
  await notice.getByText('crm is not connected').waitFor();
  await stage.lookInAll(seen, 'connections-denied');
  Object.assign(service, { grants: true, returnsTokens: false });
  await notice.getByRole('link', { name: 'Connect again' }).click();
  await notice.getByText("Couldn't connect crm").waitFor();
  service.returnsTokens = true;
  await notice.getByRole('link', { name: 'Connect again' }).click();
  await notice.getByText('crm is connected').waitFor();
  await button(page, 'Dismiss').click();
  await notice.waitFor({ state: 'detached' });
  const row = page.getByRole('row').filter({ hasText: 'crm' });
  await row.getByText('Connected', { exact: true }).filter({ visible: true }).waitFor();

  await choose(page, 'crm', 'Edit…');
  await field(/^Client ID/).fill('another');
  await dialog.getByText('Saving these changes disconnects the connection.').waitFor();
  await stage.lookInAll(seen, 'connections-disconnects');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await row.getByText('Not connected', { exact: true }).filter({ visible: true }).waitFor();

  await choose(page, 'crm', 'Delete…');
  await dialog.getByRole('button', { name: 'Delete connection' }).click();
  await page.getByText('The connection crm was deleted.').waitFor();
  await row.waitFor({ state: 'detached' });
});
