// Opens the console's workflow screens as each kind of user and checks the content, the available controls, and that
// there are no errors.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { faultsOf, isTooWide, looks } from '../harness/console/chromium.ts';
import { applyMore, type PersonKind, people, useConsole } from '../harness/console/console-stage.ts';
import { tabOf } from '../harness/console/workflow-tabs.ts';
import { eventually } from '../harness/eventually.ts';
import { deliver } from '../harness/whole-hark.ts';

const owner = people.builder.email;
const stage = useConsole('builders', {
  workflows: [
    {
      name: 'Sign-ups',
      owner,
      listener: {},
      // The request contains no email address, so the step fails.
      steps: [{ name: 'save', type: 'lead.find', match: { email: '{{ __data.email }}' } }],
    },
    {
      name: 'Partner',
      owner,
      listener: { add_authentication: true, allow_cors: true, cors_domains: 'https://shop.example' },
      steps: [{ name: 'end', type: 'stop', as: 'succeeded' }],
    },
  ],
});

const found = { signUps: 0, partner: 0, failed: '', secret: '' };

beforeAll(async () => {
  // A user who can view every workflow but change none.
  const { guest } = people;
  await applyMore(stage.hark(), {
    roles: [{ name: 'Looker', permissions: { 'leads.view': 'all', 'workflows.view': 'all' } }],
    users: [{ email: guest.email, name: guest.name, role: 'Looker' }],
  });
  const workflows = (stage.applied().workspaces[0]?.workflows ?? []) as unknown as {
    id: number;
    listener: { url: string; endpoint_secret?: string };
  }[];
  const [signUps, partner] = workflows;
  Object.assign(found, { signUps: signUps?.id, partner: partner?.id });
  found.secret = partner?.listener.endpoint_secret ?? '';
  found.failed = (await deliver(signUps?.listener.url ?? '', { first: 'Lea' })).run ?? '';
  await fetch(partner?.listener.url ?? '', { method: 'POST' });
  const statusOf = (id: string) =>
    stage.hark().query<{ status: string }>('select status from runs where id = $1', [id]);
  await eventually(async () => expect((await statusOf(found.failed))[0]?.status).toBe('failed'), 30_000);
  const refusals = () => stage.hark().query('select from refused_requests');
  await eventually(async () => expect(await refusals()).toHaveLength(1), 30_000);
}, 120_000);

type Kind = 'editor' | 'looker';

/** A screen with its name, the controls that only editors get, and the content that every user sees. */
interface Screen {
  readonly name: string;
  readonly path: () => string;
  readonly shows: readonly (string | RegExp)[];
  /** Buttons and tabs that change something. */
  readonly acts: readonly (string | RegExp)[];
}

const screens: readonly Screen[] = [
  {
    name: 'workflows',
    path: () => '/workflows',
    shows: ['Sign-ups', 'Partner', '2 workflows'],
    acts: ['New workflow', 'More actions: Sign-ups', 'More actions: Partner'],
  },
  {
    name: 'workflow-steps',
    path: () => `/workflows/${found.signUps}?step=0`,
    shows: ['Version 1 is published', 'Find the lead by'],
    acts: ['Test', 'Save draft', 'Publish', 'Add a step to the workflow', 'More actions: Save', 'Add field'],
  },
  {
    name: 'workflow-try',
    path: () => `/workflows/${found.signUps}/test`,
    shows: ['Sign-ups'],
    acts: ['Test workflow'],
  },
  {
    name: 'workflow-versions',
    path: () => `/workflows/${found.signUps}/versions`,
    shows: ['Published versions', 'Current', /^There is only one version, and the draft has the same steps/],
    acts: [],
  },
  {
    name: 'workflow-settings',
    path: () => `/workflows/${found.signUps}/settings`,
    shows: ['Owner', 'v1'],
    acts: ['Duplicate', 'Delete'],
  },
  {
    name: 'listener-call',
    path: () => `/workflows/${found.partner}/triggers`,
    shows: [/^curl -X POST/, "Browsers can't call this webhook: both checks are enabled"],
    acts: ['Tokens', 'Send', 'Replace URL…'],
  },
  {
    name: 'listener-settings',
    path: () => `/workflows/${found.partner}/triggers?tab=settings`,
    shows: ['Rate limit', /^Busiest second in the last minute/],
    acts: ['Rotate secret…', 'Show key and secret'],
  },
  {
    name: 'listener-tokens',
    path: () => `/workflows/${found.partner}/triggers?tab=tokens`,
    shows: ['Partner'],
    acts: ['Create token', 'Check token'],
  },
  {
    name: 'listener-browsers',
    path: () => `/workflows/${found.partner}/triggers?tab=browsers`,
    shows: ['CORS tester', 'Run check'],
    acts: [],
  },
  {
    name: 'requests',
    path: () => '/requests',
    shows: ['Missing token', 'Run failed', 'Accepted'],
    acts: [],
  },
  {
    name: 'request-accepted',
    path: () => `/requests?open=${found.failed}`,
    shows: ['Fields from the body, form, and query'],
    acts: ['Replay…'],
  },
  {
    name: 'request-refused',
    path: () => '/requests?kind=refused&open=refused-1',
    shows: ['Header names'],
    acts: [],
  },
  { name: 'runs', path: () => '/runs', shows: ['Failed'], acts: [] },
  {
    name: 'run',
    path: () => `/runs/${found.failed}`,
    shows: ['save failed'],
    acts: ['Retry'],
  },
];

/** Returns all controls with this name. */
const pressable = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: true })
    .or(page.getByRole('main').getByRole('link', { name, exact: true }))
    .first();

const visitors: readonly [PersonKind, Kind][] = [
  ['administrator', 'editor'],
  ['builder', 'editor'],
  ['guest', 'looker'],
];

describe.each(visitors)('%s', (person, kind) => {
  test('every screen shows its content and exactly the controls that the user can use', async () => {
    const as = looks[visitors.findIndex(([one]) => one === person) % looks.length] ?? looks[0];
    const seen = await stage.open(person, '/', as);
    const { page } = seen;
    const failed: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() >= 400) failed.push(`${answer.status()} ${answer.url()}`);
    });
    for (const screen of screens) {
      await page.goto(`${stage.hark().url}${screen.path()}`);
      for (const text of screen.shows) await page.getByText(text).locator('visible=true').first().waitFor();
      for (const act of screen.acts) {
        const isExpected = kind === 'editor';
        if (isExpected) await pressable(page, act).waitFor();
        else expect([screen.name, act, await pressable(page, act).count()]).toEqual([screen.name, act, 0]);
      }
      if (kind === 'looker') expect(await page.content()).not.toContain(found.secret);
      expect(failed, screen.name).toEqual([]);
      await stage.look(seen, `${screen.name}-${person}`, as);
    }
    await page.context().close();
  }, 400_000);
});

test('users with view-only access see no instructions for editors', async () => {
  const { page } = await stage.open('guest', `/workflows/${found.signUps}/settings`);
  await page.getByText(`Runs with ${people.builder.name}'s permissions.`, { exact: true }).waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
  expect(await page.getByRole('switch').count()).toBe(0);
  await tabOf(page, 'Versions').click();
  await page.getByText("A published version can't be changed.", { exact: true }).waitFor();
  await page.context().close();
}, 60_000);

test('users with view-only access can read every value of a step, without input fields', async () => {
  const seen = await stage.open('guest', `/workflows/${found.signUps}`);
  const { page } = seen;
  await page.getByRole('button', { name: /^Save/ }).click();
  const editor = page.getByRole('textbox', { name: 'email' });
  await editor.waitFor();
  expect(await editor.getAttribute('aria-readonly')).toBe('true');
  expect(await editor.textContent()).toBe('Request body › email');
  expect(await page.getByRole('textbox', { name: 'Name', exact: true }).count()).toBe(0);
  expect(await page.locator('main :disabled').count()).toBe(0);
  await stage.look(seen, 'looker-step');
  await tabOf(page, 'Settings').click();
  await page.getByRole('cell', { name: 'Enabled', exact: true }).waitFor();
  expect(await page.getByRole('main').locator('input, :disabled').count()).toBe(0);
  await stage.look(seen, 'looker-settings');
  await page.context().close();
}, 60_000);

test('users with only lead permissions see no links to the workflow screens, and get an explanation if they open one', async () => {
  const seen = await stage.open('seller', '/');
  const { page } = seen;
  const navigation = page.getByRole('navigation').first();
  for (const place of ['Workflows', 'Runs', 'Requests']) {
    expect(await navigation.getByRole('link', { name: place, exact: true }).count(), place).toBe(0);
  }
  for (const screen of screens) {
    await page.goto(`${stage.hark().url}${screen.path()}`);
    await page.getByText("You don't have access to").waitFor();
    for (const act of screen.acts) expect(await pressable(page, act).count(), screen.name).toBe(0);
    // The navigation to all other screens is still there.
    await navigation.getByRole('link', { name: 'Leads', exact: true }).waitFor();
    expect(await faultsOf(page), screen.name).toEqual([]);
    expect(await isTooWide(page), screen.name).toBe(false);
  }
  // The browser's console contains nothing except the requests that the server rejected.
  expect(seen.mistakes.filter((text) => !/403/.test(text))).toEqual([]);
  await page.context().close();
}, 400_000);
