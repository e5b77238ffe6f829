// A form with unsaved changes asks before it discards them. A saved form never asks.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { people, type Seen, useConsole } from '../harness/console/console-stage.ts';
import { tabOf, triggerPartOf } from '../harness/console/workflow-tabs.ts';
import { eventually } from '../harness/eventually.ts';
import { isFullRun } from '../harness/seeded-random.ts';

const stage = useConsole('unsaved', {
  leads: [{ email: 'lea@example.test', first_name: 'Lea' }],
  oauth_clients: [{ name: 'Dashboard', scope: 'api', redirect_uris: ['https://app.example.test/cb'] }],
  webhooks: [{ name: 'Warehouse', url: 'https://hook.example.test/', types: ['lead.created'] }],
  workflows: [
    {
      name: 'Website form',
      owner: people.administrator.email,
      listener: { add_authentication: true },
      steps: [{ name: 'end', type: 'stop', as: 'succeeded', message: 'Done' }],
    },
  ],
});

// One page for all tests, because signing in takes longer than any of them.
let seen: Seen;
beforeAll(async () => {
  seen = await stage.open('administrator', '/');
});
const goTo = async (path: string): Promise<Page> => {
  await seen.page.goto(`${stage.hark().url}${path}`);
  return seen.page;
};

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Discard changes?' });
const openHome = (page: Page) => page.getByRole('link', { name: 'Home', exact: true }).click();
const openFirst = async (page: Page, name: string) => {
  await page.getByRole('link', { name, exact: true }).first().click();
};

interface Form {
  readonly name: string;
  readonly path: string;
  /** Opens the form from the list at `path`. */
  readonly open?: (page: Page) => Promise<void>;
  /** The label of the field that is changed. */
  readonly field: string | RegExp;
  /** Leaves the form. Uses the navigation by default. */
  readonly leave?: (page: Page) => Promise<void>;
  /** Waits for the page that Discard opens. By default, this is the home page. */
  readonly arrived?: (page: Page) => Promise<void>;
}

const closeByKey = (page: Page) => page.keyboard.press('Escape');
const modalIsClosed = (page: Page) => page.getByRole('dialog').first().waitFor({ state: 'hidden' });

const forms: readonly Form[] = [
  {
    name: 'workspace settings',
    path: '/settings/general',
    field: 'Page size',
  },
  {
    name: 'a role',
    path: '/settings/roles',
    open: (page) => openFirst(page, 'Sales'),
    field: 'Name',
  },
  { name: 'a new role', path: '/settings/roles/new', field: 'Name' },
  { name: 'a new lead', path: '/leads/new', field: 'First name' },
  {
    name: 'a user',
    path: '/settings/users',
    open: (page) => page.getByRole('link', { name: people.seller.name }).click(),
    field: 'Name',
  },
  {
    name: 'redirect URIs of an OAuth client',
    path: '/apps/oauth',
    open: (page) => openFirst(page, 'Dashboard'),
    field: /^Redirect/,
  },
  {
    name: 'an event webhook, left by a tab',
    path: '/apps/webhooks',
    open: async (page) => {
      await page.getByRole('link', { name: 'Warehouse' }).click();
      await page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }).click();
    },
    field: 'Name',
    leave: (page) => page.getByRole('link', { name: 'Deliveries', exact: true }).click(),
    arrived: (page) => page.getByText('No deliveries yet').waitFor(),
  },
  {
    name: 'an event webhook in its dialog',
    path: '/apps/webhooks',
    open: (page) => page.getByRole('button', { name: 'New event webhook' }).click(),
    field: /^Name/,
    leave: closeByKey,
    arrived: modalIsClosed,
  },
  {
    name: 'the name of a workflow, left by a tab',
    path: '/workflows',
    open: async (page) => {
      await openFirst(page, 'Website form');
      await tabOf(page, 'Settings').click();
    },
    field: 'Name',
    leave: (page) => tabOf(page, 'Versions').click(),
    arrived: (page) => page.getByText('Published versions').waitFor(),
  },
  {
    name: 'a new workflow in its dialog',
    path: '/workflows',
    open: (page) => page.getByRole('button', { name: 'New workflow' }).click(),
    field: /^Name/,
    leave: closeByKey,
    arrived: modalIsClosed,
  },
  {
    name: 'an API client in its dialog',
    path: '/apps/api',
    open: (page) => page.getByRole('button', { name: 'Add API client' }).click(),
    field: /^Name/,
    leave: closeByKey,
    arrived: modalIsClosed,
  },
  {
    name: 'limits',
    path: '/settings/limits',
    field: 'Requests per minute',
  },
  {
    name: 'a lead field in its dialog',
    path: '/settings/lead-fields',
    open: (page) => page.getByRole('button', { name: 'New field' }).click(),
    field: /^Label/,
    leave: closeByKey,
    arrived: modalIsClosed,
  },
  {
    name: 'a secret in its dialog',
    path: '/settings/secrets',
    open: (page) => page.getByRole('button', { name: 'Add secret' }).first().click(),
    field: /^Name/,
    leave: closeByKey,
    arrived: modalIsClosed,
  },
  {
    name: 'a connection in its dialog',
    path: '/settings/secrets?tab=connections',
    open: (page) => page.getByRole('button', { name: 'Add connection' }).first().click(),
    field: /^Name/,
    leave: closeByKey,
    arrived: modalIsClosed,
  },
  {
    name: 'an OAuth client in its dialog',
    path: '/apps/oauth',
    open: (page) => page.getByRole('button', { name: 'New OAuth app' }).first().click(),
    field: /^Name/,
    leave: closeByKey,
    arrived: modalIsClosed,
  },
  {
    name: 'an invitation in its dialog',
    path: '/settings/users',
    open: (page) => page.getByRole('button', { name: 'Invite user' }).first().click(),
    field: /^Email/,
    leave: closeByKey,
    arrived: modalIsClosed,
  },
];

/** One form of each kind, for every change. All forms are tested at full size. */
const typical = [
  'workspace settings',
  'a new lead',
  'an event webhook, left by a tab',
  'a secret in its dialog',
  'the name of a workflow, left by a tab',
];
const tested = isFullRun ? forms : forms.filter(({ name }) => typical.includes(name));

describe.each(tested)('$name', ({ path, open, field, leave = openHome, arrived }) => {
  test('asks before it discards changes, and can keep them', async () => {
    const page = await goTo(path);
    await open?.(page);
    const input = page.getByRole('textbox', { name: field }).first();
    await input.fill('Changed');
    await leave(page);
    const dialog = dialogOf(page);
    await dialog.getByText("Your changes haven't been saved.").waitFor();
    // Over a dialog, the key that opened the confirmation also closes it, and the dialog below stays open.
    if (leave === closeByKey) await closeByKey(page);
    else await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await input.inputValue()).toBe('Changed');
    await leave(page);
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'hidden' });
    if (arrived) await arrived(page);
    else await page.waitForURL((url) => url.pathname === '/');
  });
});

test('listener settings ask when another tab is opened', async () => {
  const page = await goTo('/workflows');
  await openFirst(page, 'Website form');
  await tabOf(page, 'Triggers').click();
  await triggerPartOf(page, 'Options').click();
  const cors = page.getByRole('switch', { name: 'Allow requests from other websites (CORS)' });
  await cors.click();
  await triggerPartOf(page, 'Tokens').click();
  await dialogOf(page).waitFor();
  await stage.lookInAll(seen, 'discard-changes');
  // Escape returns to the form, so pressing it too often loses nothing.
  await page.keyboard.press('Escape');
  await dialogOf(page).waitFor({ state: 'hidden' });
  expect(await cors.isChecked()).toBe(true);
  await triggerPartOf(page, 'Tokens').click();
  await dialogOf(page).getByRole('button', { name: 'Discard' }).click();
  await page.getByText('Create a test token').first().waitFor();
  await triggerPartOf(page, 'Options').click();
  await cors.waitFor();
  expect(await cors.isChecked()).toBe(false);
});

test('a workflow draft survives switching tabs, and leaving its page asks first, also with the Back button', async () => {
  const page = await goTo('/workflows');
  await openFirst(page, 'Website form');
  await page.getByRole('button', { name: /^End/ }).click();
  await page.getByRole('textbox', { name: 'Message' }).focus();
  await page.keyboard.type('Changed ');
  await tabOf(page, 'Versions').click();
  await page.getByText('Published versions').waitFor();
  await tabOf(page, 'Build').click();
  await page.getByText('Unsaved changes').waitFor();
  // Back returns to the other tabs first, then leaves the workflow.
  await page.goBack();
  await page.getByText('Published versions').waitFor();
  await page.goBack();
  await page.getByText('Unsaved changes').waitFor();
  await page.evaluate('history.back()');
  await dialogOf(page).getByRole('button', { name: 'Keep editing' }).click();
  await dialogOf(page).waitFor({ state: 'hidden' });
  await page.getByText('Unsaved changes').waitFor();
});

test('the browser asks before it closes or reloads a page with unsaved changes, and only then', async () => {
  const page = await goTo('/settings/general');
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.getByLabel('Page size').waitFor();
  await page.reload();
  expect(asked).toEqual([]);
  await page.getByLabel('Page size').fill('41');
  await page.getByText('1 unsaved change').waitFor();
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
});

test('a saved form can be left without a confirmation', async () => {
  const page = await goTo('/leads/new');
  await page.getByRole('textbox', { name: 'First name' }).fill('Nina');
  await page.getByRole('button', { name: 'Create lead' }).click();
  await page.getByRole('heading', { name: 'Nina', level: 1 }).waitFor();
  await page.goto(`${stage.hark().url}/settings/roles/new`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Support');
  await page.getByRole('button', { name: 'Create role' }).click();
  await page.getByRole('heading', { name: 'Support', level: 1 }).waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('Support team');
  await page.getByRole('button', { name: 'Save role' }).click();
  await page.getByRole('heading', { name: 'Support team', level: 1 }).waitFor();
  await openHome(page);
  await eventually(async () => expect(new URL(page.url()).pathname).toBe('/'));
  expect(await dialogOf(page).count()).toBe(0);
});
