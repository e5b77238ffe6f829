// Uses the request inspector: its list and the selected request next to it, by keyboard, on a phone, and in both color
// schemes.
import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { useConsole } from '../harness/console/console-stage.ts';
import { eventually } from '../harness/eventually.ts';

const phone = { name: 'light-narrow', colorScheme: 'light', width: 320 } as const;
const secret = 'partner-secret-0123456789abcdef-0123456789abcdef';
const steps = [{ name: 'end', type: 'stop', as: 'succeeded' }];
const stage = useConsole('requests', {
  workflows: [
    { name: 'Website form', owner: 'ben@console.test', listener: {}, steps },
    {
      name: 'Partner orders',
      owner: 'ben@console.test',
      listener: { add_authentication: true, endpoint_key: 'partner', endpoint_secret: secret },
      steps,
    },
    {
      name: 'Price in the browser',
      owner: 'ben@console.test',
      listener: { allow_cors: true, cors_domains: 'https://shop.example' },
      steps,
    },
  ],
});
const urlOf = (name: string) =>
  stage.applied().workspaces[0]?.workflows?.find((workflow) => workflow.name === name)?.listener.url ?? '';
const send = (name: string, headers: Record<string, string> = {}, body = '{"email":"lea@example.test"}') =>
  fetch(urlOf(name), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
function token(claims: object): string {
  const signed = `${encode({ alg: 'HS256' })}.${encode(claims)}`;
  return `Bearer ${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

beforeAll(async () => {
  await send('Website form');
  await fetch(`${urlOf('Website form')}?email=ann@example.test`);
  await send('Website form', {}, '{"broken');
  await send('Partner orders');
  await send('Partner orders', { authorization: token({ iss: 'partner', exp: 1 }) });
  await send('Partner orders', { authorization: token({ iss: 'someone else' }) });
  await send('Price in the browser', { origin: 'https://shop.example/' });
  const stored = () => stage.hark().query('select from refused_requests');
  await eventually(async () => expect(await stored()).toHaveLength(5));
  await eventually(async () => {
    expect(await stage.hark().query("select from runs where status = 'succeeded'")).toHaveLength(2);
  });
});

const list = (page: Page) => page.getByRole('listbox', { name: 'Requests' });
const option = (page: Page, options = {}) => list(page).getByRole('option', options);
const detail = (page: Page) => page.getByRole('region', { name: 'Request details' });
const outcomes = (page: Page) => page.getByRole('radiogroup', { name: 'Outcome' });
const selected = (page: Page) => option(page, { selected: true });

test('each row shows method, workflow, status, time, IP address, size and outcome', async () => {
  const { page } = await stage.open('builder', '/requests');
  await expect.poll(() => option(page).count()).toBe(7);
  const texts = await option(page).allInnerTexts();
  const row = (part: string) => texts.find((text) => text.includes(part)) ?? '';
  const accepted = texts.find((text) => text.startsWith('POST') && text.includes('Run succeeded')) ?? '';
  for (const part of ['Website form', '200', '127.0.0.1', '28 B']) expect(accepted).toContain(part);
  expect(row('Token has expired')).toMatch(/POST\s+Partner orders\s+401/);
  expect(row("Key (iss) doesn't match")).toContain('401');
  expect(row('Missing token')).toContain('403');
  expect(row('Origin not allowed')).toContain('403');
  expect(row('Malformed JSON')).toContain('400');
  expect(texts.filter((text) => text.startsWith('GET'))).toHaveLength(1);
});

test('the arrow keys walk through the list, and the request next to it and the URL follow', async () => {
  const { page } = await stage.open('builder', '/requests');
  await expect.poll(() => option(page).count()).toBe(7);
  const names = await option(page).allTextContents();
  // Without a selection in the URL, the newest request is open.
  expect(await selected(page).textContent()).toBe(names[0]);
  await page.getByRole('main').focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => selected(page).textContent()).toBe(names[1]);
  expect(await list(page).evaluate((element) => element.matches(':focus'))).toBe(true);
  const first = page.url();
  expect(first).toContain('open=');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => selected(page).textContent()).toBe(names[2]);
  expect(page.url()).not.toBe(first);
  await page.keyboard.press('End');
  await expect.poll(() => selected(page).textContent()).toBe(names[6]);
  await detail(page).getByText('lea@example.test').waitFor();
  await page.keyboard.press('ArrowUp');
  await detail(page).getByText('ann@example.test').waitFor();
  await page.reload();
  await detail(page).getByText('ann@example.test').waitFor();
  expect(await selected(page).textContent()).toBe(names[5]);
});

test('a rejected request shows every check in order, the failed one, and those that did not run', async () => {
  const { page } = await stage.open('builder', '/requests?kind=refused');
  await option(page, { name: 'Token has expired' }).click();
  await detail(page).getByRole('heading', { name: 'Rejected: Token has expired' }).waitFor();
  const checks = detail(page).getByRole('list', { name: 'Checks' }).getByRole('listitem');
  expect((await checks.allInnerTexts()).at(-1)?.replace(/\s+/g, ' ')).toBe('Not expired failed');
  await detail(page).getByText('11 checks not reached').click();
  const others = detail(page).getByRole('list', { name: '11 checks not reached' }).getByRole('listitem');
  expect(await others.count()).toBe(11);
  await detail(page).getByText("aren't stored").waitFor();
  await option(page, { name: 'Origin not allowed' }).click();
  await detail(page).getByText('https://shop.example/', { exact: true }).waitFor();
  await detail(page).getByRole('link', { name: 'Open CORS tester' }).waitFor();
  await option(page, { name: 'Token has expired' }).click();
  await detail(page).getByRole('link', { name: 'Debug token' }).click();
  // The debugger says what is known about the request. Only the token is missing.
  await page.getByText('failed the check “Not expired (exp)”').waitFor();
  const token = page.getByRole('textbox', { name: /^Token or full/ });
  expect(await token.evaluate((element) => element.matches(':focus'))).toBe(true);
  await page.goBack();
  await option(page, { name: 'Origin not allowed' }).click();
  await detail(page).getByRole('link', { name: 'Open CORS tester' }).click();
  const origin = page.getByRole('textbox', { name: /^Origin/ });
  expect(await origin.inputValue()).toBe('https://shop.example/');
});

test('filters narrow the list and the chart, and Back restores them', async () => {
  const { page } = await stage.open('builder', '/requests');
  await page.getByRole('radio', { name: 'Rejected 5' }).waitFor({ state: 'attached' });
  await outcomes(page).getByText('Rejected 5').click();
  await expect.poll(() => option(page).count()).toBe(5);
  await page.getByRole('searchbox', { name: /IP address/ }).fill('partner');
  await expect.poll(() => option(page).count()).toBe(3);
  await outcomes(page).getByText('Rejected 3').waitFor();
  await outcomes(page).getByText('All', { exact: true }).click();
  await page.getByRole('searchbox', { name: /IP address/ }).fill('');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByLabel('Method').selectOption('GET');
  await expect.poll(() => option(page).count()).toBe(1);
  await page.keyboard.press('Escape');
  await outcomes(page).getByText('Accepted 1').waitFor();
  await option(page).click();
  await detail(page).getByRole('link', { name: 'View run' }).click();
  await page.getByRole('heading', { level: 1, name: /run/i }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Remove filter: GET' }).click();
  await expect.poll(() => option(page).count()).toBe(7);
});

test('new requests wait behind a button, so that the list does not move', async () => {
  const { page } = await stage.open('builder', '/requests');
  await expect.poll(() => option(page).count()).toBe(7);
  await send('Website form', {}, '{"email":"new@example.test"}');
  const pill = page.getByRole('button', { name: '1 new request' });
  await pill.waitFor();
  // Screen readers hear of it too.
  await page.getByRole('status').filter({ hasText: '1 new request' }).waitFor({ state: 'attached' });
  expect(await option(page).count()).toBe(7);
  await pill.click();
  await expect.poll(() => option(page).count()).toBe(8);
  await pill.waitFor({ state: 'hidden' });
});

test('on a phone, the request is a page of its own', async () => {
  const seen = await stage.open('builder', '/requests', phone);
  const { page } = seen;
  await option(page).first().waitFor();
  expect(await detail(page).count()).toBe(0);
  await stage.look(seen, 'requests-phone', phone);
  await option(page, { name: 'Token has expired' }).click();
  await detail(page).getByRole('heading', { name: 'Rejected: Token has expired' }).waitFor();
  expect(await list(page).count()).toBe(0);
  await stage.look(seen, 'request-phone', phone);
  await page.goBack();
  await option(page, { name: 'Token has expired' }).click();
  await page.getByRole('button', { name: 'All requests' }).click();
  await list(page).waitFor();
  // An icon alone wouldn't say what it sends.
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Send test request' }).click();
  await page.getByRole('dialog', { name: 'Send test request' }).waitFor();
});

test("a workflow's own requests don't include those whose token was rejected, and lead to them", async () => {
  const [{ id } = { id: 0 }] = await stage
    .hark()
    .query<{ id: number }>("select id from workflows where name = 'Partner orders'");
  const { page } = await stage.open('administrator', `/workflows/${id}/requests`);
  await page.getByText('No requests in the last 24 hours').waitFor();
  await page.getByRole('link', { name: 'Open Requests' }).click();
  await page.getByText('Diagnostics of this workspace').waitFor();
  await expect.poll(() => option(page).count()).toBe(3);
});
