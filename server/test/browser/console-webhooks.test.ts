// Event webhooks in the console, with a real receiver (spec/events §3 and §4).
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { type Received, verify } from '../core/webhooks/stage.ts';
import { applyMore, people, useConsole } from '../harness/console/console-stage.ts';

const received: Received[] = [];
const response = { status: 200, text: 'ok' };
const receiver = createServer(async (request, answer) => {
  const body = Buffer.concat(await request.toArray()).toString();
  received.push({ headers: request.headers, body, json: JSON.parse(body) });
  answer.writeHead(response.status).end(response.text);
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const place = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
afterAll(() => {
  receiver.close();
  receiver.closeAllConnections();
});

const stage = useConsole(
  'webhooks',
  { api_clients: [{ user: people.administrator.email, name: 'Script', scope: 'api' }] },
  { HARK_EGRESS_ALLOW: place },
);

/** Creates a lead over REST, which is an event. */
async function createLead(email: string) {
  const [token] = /hark_client_[\w-]+/.exec(JSON.stringify(stage.applied())) ?? [];
  const answer = await fetch(`${stage.hark().url}/api/leads/new`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  expect(answer.status).toBe(201);
}

const last = () => {
  const request = received.at(-1);
  if (!request) throw new Error('nothing was received');
  return request;
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

/** Returns the secret that the open dialog shows. */
async function shownSecret(page: Page): Promise<string> {
  const shown = page.getByRole('dialog').getByText(/^whsec_/);
  await shown.waitFor();
  return (await shown.textContent()) ?? '';
}

/** Sends a test event, and waits until its dialog shows the status. */
async function sendTest(page: Page, status: 'Succeeded' | 'Failed') {
  await button(page, 'Send test event').click();
  await page
    .getByRole('dialog', { name: /^Delivery / })
    .getByText(status)
    .waitFor();
}

const closeDialog = async (page: Page) => {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

test('an administrator creates a webhook, sees its secret once, tests it, and replays events that failed', async () => {
  const seen = await stage.open('administrator', '/apps/webhooks');
  const { page } = seen;
  await page.getByRole('heading', { name: 'No event webhooks yet' }).waitFor();

  await button(page, 'New event webhook').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Warehouse');
  await dialog.getByRole('textbox', { name: 'URL' }).fill('warehouse');
  await button(page, 'Create webhook').click();
  await dialog.getByText('Must be an http or https address.').waitFor();
  await dialog.getByText('Choose at least one event.').waitFor();
  expect(await dialog.getByRole('textbox', { name: 'URL' }).getAttribute('aria-invalid')).toBe('true');
  await dialog.getByRole('checkbox', { name: 'lead.created' }).check();
  await stage.lookInAll(seen, 'webhooks-create');
  await dialog.getByRole('textbox', { name: 'URL' }).fill(`http://${place}/hark`);
  await button(page, 'Create webhook').click();
  const secret = await shownSecret(page);
  await stage.lookInAll(seen, 'webhooks-secret');
  await button(page, 'Done').click();
  await heading(page, 'Warehouse').waitFor();
  await page.getByText('No deliveries yet', { exact: true }).waitFor();
  expect(await page.content()).not.toContain('whsec_');

  await sendTest(page, 'Succeeded');
  expect(verify(last(), secret)).toMatchObject({ type: 'webhook.test' });
  expect(await button(page, 'Send again').count()).toBe(0);
  await stage.lookInAll(seen, 'webhook-test');
  await closeDialog(page);

  Object.assign(response, { status: 503, text: 'Out of order' });
  await createLead('eva@webhooks.test');
  const failing = page.getByRole('row').filter({ hasText: 'lead.created' });
  await failing.getByText('503').filter({ visible: true }).waitFor();
  await failing.getByText('Retrying').filter({ visible: true }).waitFor();
  await page.getByRole('alert').filter({ hasText: 'Deliveries are failing' }).waitFor();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Succeeded');
  await failing.waitFor({ state: 'detached' });
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Pending');
  await failing.waitFor();
  await stage.lookInAll(seen, 'webhook-failing');
  await failing.getByRole('link').press('Enter');
  await dialog.getByText('The server returned 503.').first().waitFor();
  await dialog.getByText('Out of order').first().waitFor();
  await dialog.getByRole('group', { name: 'Request body' }).getByText('eva@webhooks.test').first().waitFor();
  await stage.lookInAll(seen, 'webhook-delivery');

  Object.assign(response, { status: 200, text: 'ok' });
  const missed = last().headers['webhook-id'];
  let count = received.length;
  await button(page, 'Send again').click();
  await page.getByText('The event will be sent again.').waitFor();
  await expect.poll(() => received.length, { timeout: 30_000 }).toBeGreaterThan(count);
  expect(last().headers['webhook-id']).toBe(missed);

  count = received.length;
  await button(page, 'Replay events…').click();
  await dialog.getByLabel('To').fill('2001-01-01T00:00');
  await dialog.getByText('Must be later than the start.').waitFor();
  await dialog.getByLabel('To').fill('');
  await button(page, 'Replay events').click();
  await page.getByText('1 event will be sent again.').waitFor();
  await expect.poll(() => received.length, { timeout: 30_000 }).toBeGreaterThan(count);
  expect(last().headers['webhook-id']).toBe(missed);
  await page.getByRole('alert').waitFor({ state: 'detached', timeout: 30_000 });
});

test('an administrator changes a webhook, rotates its secret, and deletes it', async () => {
  const secret = `whsec_${Buffer.alloc(24, 'k').toString('base64')}`;
  const url = `http://${place}/shop`;
  await applyMore(stage.hark(), { webhooks: [{ name: 'Shop', url, types: ['run.failed'], secret }] });
  const seen = await stage.open('administrator', '/apps/webhooks');
  const { page } = seen;
  const dialog = page.getByRole('dialog');
  await page.getByRole('link', { name: 'Shop' }).click();
  await heading(page, 'Shop').waitFor();
  await page.getByRole('link', { name: 'Settings', exact: true }).last().click();
  await page.getByRole('textbox', { name: 'URL' }).fill('ftp://warehouse.test');
  await button(page, 'Save changes').click();
  await page.getByText('Must be an http or https address.').waitFor();
  await stage.lookInAll(seen, 'webhook-settings');
  await page.getByRole('textbox', { name: 'URL' }).fill(`http://${place}/changed`);
  await page.getByRole('checkbox', { name: 'lead.deleted' }).check();
  await button(page, 'Save changes').click();
  await page.getByText(/unsaved change/).waitFor({ state: 'hidden' });

  await button(page, 'Rotate secret').click();
  await dialog.getByText('For 24 hours').waitFor();
  await dialog.getByRole('button', { name: 'Rotate secret' }).click();
  const rotated = await shownSecret(page);
  expect(rotated).not.toBe(secret);
  await button(page, 'Done').click();
  await dialog.waitFor({ state: 'detached' });
  await sendTest(page, 'Succeeded');
  for (const either of [secret, rotated])
    expect(verify(last(), either)).toMatchObject({ type: 'webhook.test' });
  await closeDialog(page);

  await page.getByRole('link', { name: 'Settings', exact: true }).last().click();
  await button(page, 'Delete webhook').click();
  await dialog.getByText("It can't be undone.").waitFor();
  await stage.lookInAll(seen, 'webhook-delete');
  await dialog.getByRole('button', { name: 'Delete webhook' }).click();
  await page.getByText('“Shop” was deleted.').waitFor();
  await heading(page, 'Event webhooks').waitFor();
  await page.getByRole('link', { name: 'Shop' }).waitFor({ state: 'detached' });
});

test('a disabled webhook says why and since when, and can be enabled again', async () => {
  const hook = (name: string, types = ['lead.created']) => ({ name, url: `http://${place}/${name}`, types });
  await applyMore(stage.hark(), {
    webhooks: [
      hook('Billing', ['run.failed']),
      hook('Newsletter'),
      hook('Shop', ['run.failed', 'run.succeeded']),
    ],
  });
  Object.assign(response, { status: 410, text: '' });
  await createLead('fay@webhooks.test');
  await stage
    .hark()
    .query("update webhooks set failing_since = now() - interval '5 hours' where name = 'Billing'");
  const seen = await stage.open('administrator', '/apps/webhooks');
  const { page } = seen;
  const inRow = (name: string, text: string) =>
    page
      .getByRole('row')
      .filter({ hasText: name })
      .getByText(text, { exact: true })
      .filter({ visible: true });
  await inRow('Newsletter', 'Disabled').waitFor();
  await inRow('Billing', 'Failing').waitFor();
  await inRow('Billing', '5 hours ago').waitFor();
  // The 390-pixel layout has one column, so its head would be a single word.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('columnheader', { name: 'Event webhook' }).waitFor({ state: 'hidden' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('columnheader', { name: 'Event webhook' }).waitFor();
  await stage.lookInAll(seen, 'webhooks-list');

  await page.getByRole('link', { name: 'Newsletter' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'Hark disabled this webhook' });
  await notice.getByText(/Its server returned 410 Gone/).waitFor();
  await notice
    .getByText('just now')
    .or(notice.getByText(/minute/))
    .first()
    .waitFor();
  expect(await button(page, 'Replay events…').isDisabled()).toBe(true);
  await stage.lookInAll(seen, 'webhook-disabled');
  Object.assign(response, { status: 200, text: 'ok' });
  const count = received.length;
  await button(page, 'Enable again').click();
  // The events that it missed can be replayed at once.
  await page
    .getByRole('dialog', { name: 'Replay events' })
    .getByRole('button', { name: 'Replay events' })
    .click();
  const replayed = () => received.slice(count).map(({ json }) => json.data.lead?.email);
  await expect.poll(replayed, { timeout: 30_000 }).toContain('fay@webhooks.test');
  await notice.waitFor({ state: 'detached' });

  await page.getByRole('link', { name: 'Settings', exact: true }).last().click();
  await button(page, 'Disable webhook').click();
  await page.getByRole('dialog').getByText('pending deliveries end').waitFor();
  await stage.look(seen, 'webhook-disable');
  await page.getByRole('dialog').getByRole('button', { name: 'Disable webhook' }).click();
  await page
    .getByRole('alert')
    .filter({ hasText: `${people.administrator.name} disabled this webhook` })
    .waitFor();

  // A failed test event isn't retried, but the webhook isn't shown as enabled after it.
  await page.goto(`${stage.hark().url}/apps/webhooks`);
  await inRow('Shop', 'Enabled').waitFor();
  await page.getByRole('link', { name: 'Shop' }).click();
  Object.assign(response, { status: 500, text: '' });
  await sendTest(page, 'Failed');
  await page.goto(`${stage.hark().url}/apps/webhooks`);
  await inRow('Shop', 'Failing').waitFor();

  await page.goto(`${stage.hark().url}/settings/audit`);
  await page.getByText('URL:').filter({ visible: true }).first().waitFor();
});
