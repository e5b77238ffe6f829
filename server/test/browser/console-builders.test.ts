// The builders' half of the console, screen by screen, as each kind of user: what he sees, what he may press, and that nothing fails.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { faultsOf, isTooWide, looks } from '../harness/console/chromium.ts';
import { applyMore, type PersonKind, people, useConsole } from '../harness/console/console-stage.ts';
import { eventually } from '../harness/eventually.ts';
import { deliver } from '../harness/whole-hark.ts';

const owner = people.builder.email;
const stage = useConsole('builders', {
  workflows: [
    {
      name: 'Sign-ups',
      owner,
      listener: {},
      // Nobody sends an e-mail address, so it fails.
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
  // Somebody who may look at every workflow, and change none.
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

/** A screen of this half: how it is known, what is pressed only by who may change things, and what everybody sees. */
interface Screen {
  readonly name: string;
  readonly path: () => string;
  readonly shows: readonly (string | RegExp)[];
  /** Buttons, tabs and links that change something. */
  readonly acts: readonly (string | RegExp)[];
}

const screens: readonly Screen[] = [
  {
    name: 'workflows',
    path: () => '/workflows',
    shows: ['Sign-ups', 'Partner', '2 workflows'],
    acts: ['New workflow', 'Duplicate Sign-ups', 'Delete Partner'],
  },
  {
    name: 'workflow-steps',
    path: () => `/workflows/${found.signUps}?step=0`,
    shows: ['Version 1 is published', 'Find the lead by'],
    acts: ['Try', 'Save draft', 'Publish', 'Add a step to the workflow', 'Delete: save', 'Add an entry'],
  },
  {
    name: 'workflow-try',
    path: () => `/workflows/${found.signUps}?tab=try`,
    shows: ['Sign-ups'],
    acts: ['Try it'],
  },
  {
    name: 'workflow-versions',
    path: () => `/workflows/${found.signUps}?tab=versions`,
    shows: ['Published versions', /^There is one version, and the draft has the same steps/],
    acts: ['Restore into the draft: Version 1'],
  },
  {
    name: 'workflow-settings',
    path: () => `/workflows/${found.signUps}?tab=settings`,
    shows: ['Owner', 'Enabled'],
    acts: ['Duplicate', 'Delete', 'Save'],
  },
  {
    name: 'listener-call',
    path: () => `/workflows/${found.partner}/listener`,
    shows: [/^curl -X POST/, 'Browsers cannot call this listener: both protections are on'],
    acts: ['Tokens', 'Send', 'New address …'],
  },
  {
    name: 'listener-settings',
    path: () => `/workflows/${found.partner}/listener?tab=settings`,
    shows: ['Ceiling', /^Busiest second of the last minute/],
    acts: ['Save', 'New secret …', 'Show key and secret'],
  },
  {
    name: 'listener-tokens',
    path: () => `/workflows/${found.partner}/listener?tab=tokens`,
    shows: ['Listener of Partner'],
    acts: ['Make the token', 'Check'],
  },
  {
    name: 'listener-browsers',
    path: () => `/workflows/${found.partner}/listener?tab=browsers`,
    shows: ['What would a browser get?', 'Find out'],
    acts: [],
  },
  {
    name: 'requests',
    path: () => '/requests',
    shows: ['No token', 'failed', 'The last hour, by the minute'],
    acts: [],
  },
  {
    name: 'request-accepted',
    path: () => `/requests?open=${found.failed}`,
    shows: ['What came to the listeners', 'Fields of body, form and query'],
    acts: ['Replay …'],
  },
  {
    name: 'request-refused',
    path: () => '/requests?kind=refused&open=refused-1',
    shows: ['Names of its headers'],
    acts: [],
  },
  { name: 'runs', path: () => '/runs', shows: ['Runs a minute', 'How long they took', 'Failed'], acts: [] },
  {
    name: 'run',
    path: () => `/runs/${found.failed}`,
    shows: ['Why it failed', 'Compare with another run'],
    acts: ['Retry'],
  },
];

/** Everything that is pressed on a screen. */
const pressable = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: true })
    .or(page.getByRole('tab', { name, exact: true }))
    .first();

const visitors: readonly [PersonKind, Kind][] = [
  ['administrator', 'editor'],
  ['builder', 'editor'],
  ['guest', 'looker'],
];

describe.each(visitors)('%s', (person, kind) => {
  test('every screen shows what is there, offers what he may do and nothing else', async () => {
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
        const isThere = kind === 'editor';
        if (isThere) await pressable(page, act).waitFor();
        else expect([screen.name, act, await pressable(page, act).count()]).toEqual([screen.name, act, 0]);
      }
      if (kind === 'looker') expect(await page.content()).not.toContain(found.secret);
      expect(failed, screen.name).toEqual([]);
      await stage.look(seen, `${screen.name}-${person}`, as);
    }
    await page.context().close();
  }, 400_000);
});

test('who may only look is told nothing that is for who may change it', async () => {
  const { page } = await stage.open('guest', `/workflows/${found.signUps}?tab=settings`);
  await page.getByText(`It runs with the rights of ${people.builder.name}.`, { exact: true }).waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
  expect(await page.getByRole('switch').count()).toBe(0);
  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByText('A version never changes.', { exact: true }).waitFor();
  await page.context().close();
}, 60_000);

test('who may only look reads every value of a step, and finds nothing to write in', async () => {
  const seen = await stage.open('guest', `/workflows/${found.signUps}`);
  const { page } = seen;
  await page.getByRole('button', { name: /^save/ }).click();
  const editor = page.getByRole('textbox', { name: 'email' });
  await editor.waitFor();
  expect(await editor.getAttribute('aria-readonly')).toBe('true');
  expect(await editor.textContent()).toContain('__data.email');
  expect(await page.getByRole('textbox', { name: 'Name', exact: true }).count()).toBe(0);
  expect(await page.locator('main :disabled').count()).toBe(0);
  await stage.look(seen, 'looker-step');
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByText('Enabled', { exact: true }).waitFor();
  expect(await page.getByRole('main').locator('input, :disabled').count()).toBe(0);
  await stage.look(seen, 'looker-settings');
  await page.context().close();
}, 60_000);

test('who has only leads finds none of it, and is told so where he is led there', async () => {
  const seen = await stage.open('seller', '/');
  const { page } = seen;
  const navigation = page.getByRole('navigation').first();
  for (const place of ['Workflows', 'Runs', 'Requests']) {
    expect(await navigation.getByRole('link', { name: place, exact: true }).count(), place).toBe(0);
  }
  for (const screen of screens) {
    await page.goto(`${stage.hark().url}${screen.path()}`);
    await page.getByText('Your role does not let you do this.').first().waitFor();
    for (const act of screen.acts) expect(await pressable(page, act).count(), screen.name).toBe(0);
    // The way to all other screens is still there.
    await navigation.getByRole('link', { name: 'Leads', exact: true }).waitFor();
    expect(await faultsOf(page), screen.name).toEqual([]);
    expect(await isTooWide(page), screen.name).toBe(false);
  }
  // What the server refused is all that the browser's console tells.
  expect(seen.mistakes.filter((text) => !/Your role does not let you/.test(text))).toEqual([]);
  await page.context().close();
}, 400_000);
