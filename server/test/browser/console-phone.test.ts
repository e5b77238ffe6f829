// What a phone shows differently: states of list entries, sticky buttons, the navigation, and menus instead of icons.
import { expect, test } from 'vitest';
import { applyMore, people, useConsole } from '../harness/console/console-stage.ts';

const phone = { name: 'light-narrow', colorScheme: 'light', width: 320 } as const;
const stage = useConsole('phone', {
  lead_fields: [{ alias: 'customer_number', label: 'Customer number', type: 'text', required: true }],
  leads: [
    { first_name: 'Rosa', email: 'rosa@x.test', status: 'new', customer_number: '1' },
    { first_name: 'Uma', email: 'uma@x.test', status: 'new', customer_number: '2' },
    {
      first_name: 'Milo',
      email: 'milo@x.test',
      company: 'Harbour Foods',
      status: 'won',
      customer_number: '3',
    },
  ],
  oauth_clients: [
    { name: 'Dashboard', scope: 'api', redirect_uris: ['https://app.example.test/cb'] },
    { name: 'Mail merge', scope: 'api', redirect_uris: ['https://app.example.test/cb'], active: false },
  ],
});

test('lists show a deactivated user, and which apps are enabled', async () => {
  await applyMore(stage.hark(), {
    users: [{ email: 'eva@console.test', name: 'Eva Okafor', role: 'Guest', active: false }],
  });
  const { page } = await stage.open('administrator', '/settings/users', phone);
  const users = page.getByRole('table', { name: 'Users' });
  await users
    .getByRole('row', { name: 'Eva Okafor' })
    .getByText('Deactivated')
    .filter({ visible: true })
    .waitFor();
  // The usual state would only take room.
  expect(await users.getByText('Active', { exact: true }).filter({ visible: true }).count()).toBe(0);
  await page.goto(`${stage.hark().url}/apps/oauth`);
  const apps = page.getByRole('table', { name: 'OAuth Clients' });
  await apps
    .getByRole('row', { name: 'Mail merge' })
    .getByText('Disabled')
    .filter({ visible: true })
    .waitFor();
  await apps.getByRole('row', { name: 'Dashboard' }).getByText('Enabled').filter({ visible: true }).waitFor();
});

test('the form of a new lead marks required fields, and its buttons stay on the screen', async () => {
  const { page } = await stage.open('administrator', '/leads/new', phone);
  const create = page.getByRole('button', { name: 'Create lead' });
  await create.waitFor();
  const { y = 0, height = 0 } = (await create.boundingBox()) ?? {};
  expect(y + height).toBeLessThanOrEqual(await page.evaluate('innerHeight'));
  expect(await page.locator('label').filter({ hasText: '*' }).allInnerTexts()).toEqual(['Customer number *']);
});

test('a record below Settings has a link back instead of the menu of all settings', async () => {
  const { page } = await stage.open('administrator', '/settings/users', phone);
  const all = page.getByRole('button', { name: 'All settings' });
  await all.waitFor();
  await page.getByRole('link', { name: people.seller.name }).click();
  await page.getByRole('heading', { level: 1, name: people.seller.name }).waitFor();
  await all.waitFor({ state: 'hidden' });
  await page.getByRole('navigation').getByRole('link', { name: 'Users' }).click();
  await all.waitFor();
});

test('the open navigation hides the actions of the page below it', async () => {
  const { page } = await stage.open('administrator', '/settings/users', phone);
  const add = page.getByRole('button', { name: 'Invite user' });
  await add.waitFor();
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Runs' }).waitFor();
  await add.waitFor({ state: 'hidden' });
  expect(
    await page
      .getByRole('button', { name: /^Search/ })
      .filter({ visible: true })
      .count(),
  ).toBe(1);
  await page.getByRole('button', { name: 'Close navigation' }).click();
  await add.waitFor();
});

test('the board shows how many leads each status has, once', async () => {
  const { page } = await stage.open('administrator', '/leads?layout=board', phone);
  const columns = page.getByRole('navigation', { name: 'Columns' });
  await columns.getByRole('button', { name: 'new 2' }).waitFor();
  await columns.getByRole('button', { name: 'won 1' }).waitFor();
  const column = page.getByRole('region', { name: 'Status: new' });
  await column.getByText('Rosa', { exact: true }).waitFor();
  await column.getByRole('heading').waitFor({ state: 'hidden' });
  // On a wide screen, the columns have their own headings, and a lead without a company has its email address too.
  await page.setViewportSize({ width: 1_280, height: 800 });
  await column.getByRole('heading', { name: 'new 2' }).waitFor();
  await column.getByText('rosa@x.test').filter({ visible: true }).waitFor();
});

test('an audit log entry has the same table as on a wide screen', async () => {
  const { page } = await stage.open('administrator', '/settings/audit?subject=oauth_client', phone);
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await page.getByRole('row', { name: 'Name Dashboard' }).waitFor();
});

test('the buttons of unsaved changes are in one row', async () => {
  const { page } = await stage.open('administrator', '/settings/general', phone);
  await page.getByLabel('Page size').fill('31');
  const topOf = async (name: string) => (await page.getByRole('button', { name }).boundingBox())?.y;
  expect(await topOf('Save changes')).toBe(await topOf('Discard changes'));
});
