// Tests the console's shell: navigation by role, keyboard shortcuts, color schemes, and the Content-Security-Policy.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { applyMore, people, useConsole } from '../harness/console/console-stage.ts';
import { deliver } from '../harness/whole-hark.ts';

const stage = useConsole('shell');

/** The field of the search dialog, which is not the search field of a list. */
const searchBox = (page: Page) => page.getByRole('dialog').getByLabel('Search…');

const everyPage = [
  'Home',
  'Leads',
  'Workflows',
  'Runs',
  'Requests',
  'Approvals',
  'Proposals',
  'Apps & agents',
  'Settings',
];

test.each([
  ['administrator', everyPage],
  ['seller', ['Home', 'Leads', 'Approvals', 'Proposals', 'Apps & agents', 'Settings']],
  ['guest', ['Home', 'Approvals', 'Settings']],
] as const)('the %s sees the pages that the role allows', async (kind, wanted) => {
  const { page } = await stage.open(kind, '/');
  const places = await page.getByRole('navigation').getByRole('link').allInnerTexts();
  expect(places).toEqual([...wanted, 'Help and docs']);
});

test('Ctrl+K opens the search, ? lists the shortcuts, and g plus a letter opens a page', async () => {
  const { page } = await stage.open('administrator', '/');
  await page.keyboard.press('Control+k');
  await searchBox(page).fill('Aud');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/settings/audit');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await page.waitForURL('**/leads');
  // The next Tab continues from the content, not from the top of the page.
  await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('MAIN');
});

test('lists and handles only the shortcuts that the role allows', async () => {
  const { page } = await stage.open('seller', '/leads');
  await page.keyboard.press('?');
  const map = page.getByRole('dialog', { name: 'Keyboard' });
  await map.getByText('Go to API Settings').waitFor();
  await map.getByText('Edit the selected leads').waitFor();
  expect(await map.getByText('Go to Users').count()).toBe(0);
  expect(await map.getByText('In the workflow builder').count()).toBe(0);
  await page.keyboard.press('Escape');
  await map.waitFor({ state: 'hidden' });
  await page.keyboard.press('g');
  await page.keyboard.press('u');
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await page.waitForURL('**/apps/api');
  await page.goBack();
  expect(new URL(page.url()).pathname).toBe('/leads');

  const { page: builders } = await stage.open('builder', '/');
  await builders.keyboard.press('?');
  await builders.getByRole('dialog', { name: 'Keyboard' }).getByText('Duplicate the step').waitFor();
});

test('Ctrl+K finds workflows by name and runs by ID', async () => {
  const { workspaces } = await applyMore(stage.hark(), {
    workflows: [
      {
        name: 'Night watch',
        owner: people.builder.email,
        listener: {},
        steps: [{ name: 'end', type: 'stop', as: 'succeeded' }],
      },
    ],
  });
  const { run = '' } = await deliver(workspaces[0]?.workflows?.[0]?.listener.url ?? '', {});
  const { page } = await stage.open('builder', '/');
  const goTo = async (typed: string, found: string) => {
    await page.keyboard.press('Control+k');
    await searchBox(page).fill(typed);
    await page.getByRole('dialog').getByText(found).first().waitFor();
    await page.keyboard.press('Enter');
  };
  await goTo('night wa', 'Night watch');
  await page.getByRole('heading', { level: 1, name: 'Night watch' }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/workflows\/\d+$/);
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await goTo(run, `Run ${run}`);
  await page.waitForURL(`**/runs/${run}`);
});

test('the first row of the search is selected, so Enter opens it and ↓ moves to the second', async () => {
  const { page } = await stage.open('administrator', '/runs');
  const rows = page.getByRole('dialog').locator('[data-action]');
  const selected = page.getByRole('dialog').locator('[data-action][data-selected]');
  await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();
  await page.keyboard.press('Control+k');
  await selected.waitFor();
  expect(await selected.textContent()).toBe(await rows.first().textContent());
  await page.keyboard.press('ArrowDown');
  expect(await selected.textContent()).toBe(await rows.nth(1).textContent());
  expect(await rows.last().textContent()).toBe('Sign out');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'New workflow' }).waitFor();
});

test('Ctrl+K creates things and finds guides, as far as the role allows', async () => {
  const { page } = await stage.open('administrator', '/runs');
  const search = async (typed: string) => {
    await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();
    await page.keyboard.press('Control+k');
    await searchBox(page).fill(typed);
  };
  await search('create wor');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'New workflow' }).waitFor();
  await page.goto(`${stage.hark().url}/runs`);
  await search('invite');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Invite user' }).waitFor();
  await page.goto(`${stage.hark().url}/runs`);
  await search('template');
  await page.getByRole('dialog').getByText('Templates', { exact: true }).waitFor();

  const { page: sellers } = await stage.open('seller', '/');
  await sellers.keyboard.press('Control+k');
  await sellers.getByText('Create lead').waitFor();
  expect(await sellers.getByText('Create workflow').count()).toBe(0);
  expect(await sellers.getByText('Invite user').count()).toBe(0);
});

test('an unknown URL shows a page inside the shell with a link and the search, and signed-out visitors get a page with a link', async () => {
  const { page } = await stage.open('builder', '/');
  const answer = await page.goto(`${stage.hark().url}/nothing/here`);
  expect(answer?.status()).toBe(404);
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await page.waitForURL(`${stage.hark().url}/`);
  // Leave the console first: without cookies, its next request would open the sign-in page.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto(`${stage.hark().url}/nothing/here`);
  await page.getByRole('link', { name: 'Go to the home page' }).waitFor();
});

test('a list keeps its filters when the user comes back from a record', async () => {
  const { page } = await stage.open('administrator', '/settings/users?search=Ben');
  await page.getByRole('link', { name: people.builder.name }).click();
  await page.getByRole('heading', { level: 1, name: people.builder.name }).waitFor();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click();
  await page.waitForURL('**/settings/users?search=Ben');
});

test('a page that the role does not allow says only that, and who can help', async () => {
  const { page } = await stage.open('seller', '/');
  const main = page.getByRole('main');
  for (const [path, label] of Object.entries({
    workflows: 'Workflows',
    runs: 'Runs',
    requests: 'Requests',
  })) {
    await page.goto(`${stage.hark().url}/${path}`);
    await main.getByRole('heading', { level: 2, name: `You don't have access to ${label}` }).waitFor();
    await main.getByText(`Ask ${people.administrator.name} for access.`).waitFor();
    expect(await main.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual([label]);
    expect(await main.locator('a, button, input').allInnerTexts()).toEqual(['Go to Home']);
  }
});

test('the rail counts failed runs of the last day, and the API reference links back to the console', async () => {
  const { workspaces } = await applyMore(stage.hark(), {
    workflows: [
      {
        name: 'Always fails',
        owner: people.builder.email,
        listener: {},
        steps: [{ name: 'end', type: 'stop', as: 'failed', message: 'No' }],
      },
    ],
  });
  const { run = '' } = await deliver(workspaces[0]?.workflows?.[0]?.listener.url ?? '', {});
  const { page } = await stage.open('builder', `/runs/${run}`);
  await page.getByText('Failed').first().waitFor();
  await page.goto(`${stage.hark().url}/docs`);
  await page.getByRole('link', { name: 'Back to the console' }).click();
  await page.getByRole('navigation', { name: 'Navigation' }).getByText('1 failed').waitFor();
});

test('sends a signed-out user to the sign-in page with the URL to return to, from every page', async () => {
  const { page } = await stage.open('administrator', '/');
  const links = await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link').all();
  for (const link of links) {
    const { href } = new URL((await link.getAttribute('href')) ?? '', stage.hark().url);
    if (href.startsWith(stage.hark().url)) expect([href, (await fetch(href)).status]).toEqual([href, 200]);
  }
  await page.context().clearCookies();
  await page.goto(`${stage.hark().url}/settings/audit`);
  await page.waitForURL('**/sign-in?return_to=%2Fsettings%2Faudit');
});

test('allows only the console’s own scripts, styles and connections', async () => {
  const answer = await fetch(`${stage.hark().url}/`);
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain(`script-src ${new URL(stage.hark().url).host}/assets/;`);
  expect(policy).not.toContain('unsafe');
  expect(policy).not.toMatch(/https?:/);
  const html = await answer.text();
  expect(html).not.toContain('__NONCE__');
  expect(html.match(/<script/g)).toHaveLength(1);
  // Each response needs a new nonce.
  expect((await fetch(`${stage.hark().url}/`)).headers.get('content-security-policy')).not.toBe(policy);
});
