// Opens every screen in its typical states: empty, full, failing, with long and hostile names, with errors, and with
// dialogs open. Each state passes the accessibility and layout checks, and shows exactly the controls that the user can
// use.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Look, looks, usualLook } from '../harness/console/chromium.ts';
import {
  applyMore,
  type PersonKind,
  people,
  type Seen,
  useConsole,
} from '../harness/console/console-stage.ts';
import { tabOf, triggerPartOf } from '../harness/console/workflow-tabs.ts';
import { eventually } from '../harness/eventually.ts';
import { deliver } from '../harness/whole-hark.ts';

const owner = people.administrator.email;
const image = '<img src=x onerror=alert(1)>';
const long = `${'Donaudampfschifffahrtsgesellschaft'.repeat(2)} {{constructor}} ${image}`;
/** Contains control characters that end the bidi isolation of the name and reverse the text after it. */
const hostile = 'Nice \u2069\u202egnp.exe';
const shownHostile = 'Nice \\u2069\\u202egnp.exe';
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const [oldCompany, newCompany] = ['\u05E9\u05DC\u05D5\u05DD', '\u05D1\u05D5\u05E7\u05E8'];

const stop = { name: 'end', type: 'stop', as: 'succeeded' };
/** A step nested five levels deep: branch, loop, branch, loop, step. */
const nested = {
  name: 'Nested',
  owner,
  listener: {},
  steps: [
    {
      name: 'has_orders',
      type: 'branch',
      if: '{{ __data.orders is not empty }}',
      // biome-ignore lint/suspicious/noThenProperty: spec/provisioning §5 defines this key.
      then: [
        {
          name: 'each_order',
          type: 'for_each',
          items: '{{ __data.orders }}',
          as: 'order',
          steps: [
            {
              name: 'is_large',
              type: 'branch',
              if: '{{ order.total > 1000 }}',
              // biome-ignore lint/suspicious/noThenProperty: spec/provisioning §5 defines this key.
              then: [
                {
                  name: 'each_line',
                  type: 'for_each',
                  items: '{{ order.lines }}',
                  as: 'line',
                  steps: [
                    {
                      name: 'note_line',
                      type: 'set',
                      values: { seen: '{{ line.sku|upper }} × {{ line.count }}' },
                    },
                  ],
                },
              ],
              else: [{ name: 'wait_a_bit', type: 'wait', for: '1 second' }],
            },
          ],
        },
      ],
      else: [{ name: 'no_orders', type: 'stop', as: 'failed', message: 'The request brought no orders.' }],
    },
  ],
};
const failing = {
  name: 'Sign-ups',
  owner,
  listener: {},
  steps: [
    { name: 'greet', type: 'set', values: { greeting: 'Hello {{ __data.first }}' } },
    { name: 'tell', type: 'workflow.start', workflow: 'Count', data: { from: '{{ __data.first }}' } },
    {
      name: 'save',
      type: 'lead.upsert',
      match: { email: '{{ __data.email }}' },
      fields: { first_name: '{{ __data.first }}' },
    },
  ],
};
const calling = {
  name: 'Calls a partner',
  owner: people.builder.email,
  listener: {},
  steps: [
    {
      name: 'choose',
      type: 'branch',
      if: '{{ __data.call }}',
      // biome-ignore lint/suspicious/noThenProperty: the workspace file uses this key.
      then: [{ name: 'end', type: 'http.request', url: 'https://a.test/{{ secrets.partner }}' }],
    },
  ],
};
const partner = (more: object) => ({
  owner,
  listener: { add_authentication: true, allow_cors: true, cors_domains: 'https://shop.example/', ...more },
  steps: [stop],
});
const zoe = {
  email: 'zoe@console.test',
  name: hostile,
  role: hostile,
  password: 'correct horse battery staple',
};
const redirect = `https://app.example.test/${'deep/'.repeat(20)}`;
const lead = (company: string) => ({
  first_name: hostile,
  email: 'lead@console.test',
  owner: zoe.email,
  company,
});
const inUse = {
  roles: [
    { name: hostile, permissions: {} },
    { name: 'Looker', permissions: { 'leads.view': 'all', 'workflows.view': 'all' } },
  ],
  users: [zoe, { email: people.guest.email, name: people.guest.name, role: 'Looker' }],
  leads: [lead(oldCompany)],
  lead_fields: [
    { alias: 'customer_number', label: 'Customer number', type: 'text', unique: true },
    { alias: 'met', label: hostile, type: 'text' },
    { alias: 'plan', label: image, type: 'select', options: ['"><script>', '{{constructor}}', 'مرحبا'] },
  ],
  settings: { rate_limit_burst: 10, rate_limit_per_minute: 60 },
  secrets: { partner: 'never shown', [`l${'o'.repeat(50)}ng`]: 'never shown' },
  oauth_clients: [
    { name: long, scope: 'api', redirect_uris: [redirect] },
    { name: 'By its document', scope: 'mcp', metadata_url: 'https://app.example.test/client.json' },
  ],
  webhooks: [
    { name: long, url: `https://hook.example.test/${'deep/'.repeat(20)}`, types: ['lead.created'] },
    { name: hostile, url: 'https://hook.example.test/', types: ['lead.created'] },
  ],
  api_clients: [
    { user: owner, name: 'Billing', scope: 'api' },
    { user: owner, name: long, scope: 'mcp' },
    { user: owner, name: hostile, scope: 'mcp' },
  ],
  workflows: [
    nested,
    { name: 'Count', owner, steps: [{ name: 'done', type: 'set', values: { n: '1' } }] },
    failing,
    calling,
    { name: long, ...partner({}) },
    { name: 'Shop', ...partner({ add_authentication: false }) },
    { name: hostile, owner: zoe.email, listener: {}, steps: [stop] },
  ],
};
const stage = useConsole('looks');

const made = new Map<
  string,
  { readonly id: number; readonly url: string; readonly secret: string | undefined }
>();
const runs = { failed: '', other: '', nested: '' };
const workflow = (name: string) => {
  const found = made.get(name);
  if (!found) throw new Error(`No workflow is named ${name}.`);
  return found;
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Narrow and wide screens show a text in different places, and hide the other one. */
const visible = (page: Page, text: string | RegExp) => page.getByText(text).filter({ visible: true }).first();
/** Returns the contents of visible elements that the screen truncates. */
const cutTexts = (page: Page, selector: string): Promise<string[]> =>
  page
    .locator(selector)
    .filter({ visible: true })
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerHTML));

/** A state of a screen: where it is, what it shows, and how to get there from the opened page. */
interface Shot {
  readonly name: string;
  readonly path: string | (() => string);
  readonly shows: string | RegExp;
  readonly act?: (page: Page) => Promise<unknown>;
  /** The controls that only users with edit access get. */
  readonly controls?: readonly string[];
}

const goTo = async (page: Page, { path, shows }: Pick<Shot, 'path' | 'shows'>) => {
  await page.goto(`${stage.hark().url}${typeof path === 'string' ? path : path()}`);
  await visible(page, shows).waitFor();
};

/** Opens the states one after another as one user, and checks each of them. A failure doesn't hide those after it. */
async function lookAt(kind: PersonKind, shots: readonly Shot[], as: Look) {
  const seen = await stage.open(kind, '/', as);
  const { page } = seen;
  const failures: string[] = [];
  for (const shot of shots) {
    try {
      await goTo(page, shot);
      for (const name of shot.controls ?? []) await pressable(page, name).waitFor();
      await shot.act?.(page);
      await stage.look(seen, `${shot.name}-${kind}`, as);
    } catch (error) {
      failures.push(`${shot.name}: ${error}`);
    }
  }
  expect(failures).toEqual([]);
}

const pressable = (page: Page, name: string) =>
  button(page, name)
    .or(page.getByRole('main').getByRole('link', { name, exact: true }))
    .first();

const empty: readonly Shot[] = [
  { name: 'home', path: '/', shows: /\d of 5 done/ },
  { name: 'secrets', path: '/settings/secrets', shows: 'No secrets yet', controls: ['Add secret'] },
  {
    name: 'connections',
    path: '/settings/secrets?tab=connections',
    shows: 'No connections yet',
    controls: ['Add connection'],
  },
  { name: 'oauth-clients', path: '/apps/oauth', shows: 'No OAuth apps yet', controls: ['New OAuth app'] },
  {
    name: 'webhooks',
    path: '/apps/webhooks',
    shows: 'No event webhooks yet',
    controls: ['New event webhook'],
  },
  { name: 'api-clients', path: '/apps/api', shows: 'No API clients yet', controls: ['Add API client'] },
  {
    name: 'lead-fields',
    path: '/settings/lead-fields',
    shows: 'No custom fields yet',
    controls: ['New field'],
  },
  { name: 'users', path: '/settings/users?search=nobody-like-this', shows: 'No matching users' },
  {
    name: 'audit',
    path: '/settings/audit?subject=lead',
    shows: 'No matching changes',
    controls: ['Clear filters'],
  },
  {
    name: 'agents',
    path: '/apps/agents',
    shows: 'No call',
    act: async (page) => expect(await cutTexts(page, '.mantine-SegmentedControl-label')).toEqual([]),
  },
  { name: 'limits', path: '/settings/limits', shows: 'No requests in the last 15 minutes' },
  { name: 'workflows', path: '/workflows', shows: 'No workflows yet', controls: ['New workflow'] },
  {
    name: 'runs',
    path: '/runs',
    shows: 'No runs yet',
    // Without any runs, there is nothing to filter or to draw.
    act: (page) => page.getByRole('group', { name: 'Status' }).waitFor({ state: 'hidden' }),
  },
  { name: 'requests', path: '/requests', shows: 'No requests in the last 24 hours' },
];

const administration: readonly Shot[] = [
  { name: 'home', path: '/', shows: 'Needs attention' },
  {
    name: 'user-menu',
    path: '/settings/users',
    shows: people.builder.name,
    act: async (page) => {
      const navigation = button(page, 'Open navigation');
      if (await navigation.isVisible()) await navigation.click();
      await page.getByRole('button', { name: 'Your account' }).click();
      await page.getByRole('link', { name: 'API Settings' }).waitFor();
    },
  },
  {
    name: 'account-password',
    path: '/settings/account',
    shows: 'Your account',
    act: (page) => button(page, 'Change password').click(),
  },
  {
    name: 'limits',
    path: '/settings/limits',
    shows: 'API client “Billing”',
    act: (page) =>
      page.getByRole('region', { name: 'Most requested webhooks' }).getByText(failing.name).waitFor(),
  },
  {
    name: 'general-error',
    path: '/settings/general',
    shows: 'Page size',
    act: async (page) => {
      await page.getByLabel('Page size').fill('0');
      await button(page, 'Save changes').click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'retention-asks',
    path: '/settings/retention',
    shows: 'Retention',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Runs', exact: true }).fill('2');
      await button(page, 'Save changes').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'danger', path: '/settings/danger', shows: "The person's email" },
  { name: 'audit', path: '/settings/audit', shows: 'Audit log' },
  {
    name: 'audit-entry',
    path: '/settings/audit?subject=role',
    shows: 'Sales',
    act: async (page) => {
      await page.getByRole('link', { name: 'Sales' }).first().click();
      await page.getByRole('heading', { level: 1, name: 'Role “Sales”: created' }).waitFor();
      await page.getByRole('columnheader', { name: 'Value', exact: true }).waitFor();
    },
  },
  {
    name: 'audit-nested',
    path: '/settings/audit?subject=import',
    shows: 'leads.csv',
    act: async (page) => {
      await page.getByRole('link', { name: 'leads.csv' }).click();
      await visible(page, 'By: email').waitFor();
      await visible(page, 'Line: 2').waitFor();
      expect(await page.getByRole('main').textContent()).not.toContain('{');
    },
  },
  {
    name: 'audit-event',
    path: '/settings/audit?subject=workflow&id=1',
    shows: 'Replayed sign-ups',
    // An entry that records an event shows the event, not the object's state.
    act: async (page) => {
      await page.getByRole('link', { name: 'Replayed sign-ups', exact: true }).click();
      await page.getByRole('region', { name: 'Details' }).getByText('the-new-one').waitFor();
      expect(await page.getByText('the-old-one').count()).toBe(1);
      await page.getByRole('link', { name: 'Open run' }).waitFor();
    },
  },
  {
    name: 'invite',
    path: '/settings/users',
    shows: people.builder.name,
    act: async (page) => {
      await button(page, 'Invite user').click();
      await page.getByRole('dialog').getByLabel('Email').waitFor();
    },
  },
  {
    name: 'user',
    path: '/settings/users',
    shows: people.administrator.name,
    act: async (page) => {
      await page.getByRole('link', { name: people.administrator.name }).click();
      await page.getByText(long).first().waitFor();
    },
  },
  {
    name: 'delete-owner',
    path: '/settings/users',
    shows: people.builder.name,
    act: async (page) => {
      await page.getByRole('link', { name: people.builder.name }).click();
      await button(page, 'Delete user').click();
      await page.getByText('They own workflows').waitFor();
      expect(await page.getByRole('dialog').getByRole('button', { name: 'Delete user' }).isDisabled()).toBe(
        true,
      );
    },
  },
  {
    name: 'roles',
    path: '/settings/roles',
    shows: 'Sales',
    act: async (page) => expect(await cutTexts(page, 'thead a')).not.toContain('Administrator'),
  },
  {
    name: 'role',
    path: '/settings/roles',
    shows: 'Sales',
    act: async (page) => {
      await page.getByRole('link', { name: 'Sales', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Sales' }).waitFor();
    },
  },
  {
    name: 'api-settings',
    path: '/apps/api',
    shows: 'Your API key is disabled because the API client “Billing” is enabled.',
    act: async (page) => {
      await button(page, 'Regenerate').click();
      await page.getByLabel('New key (not active yet)').waitFor();
    },
  },
  {
    name: 'api-settings-add',
    path: '/apps/api',
    shows: 'Billing',
    act: async (page) => {
      await button(page, 'Add API client').click();
      await page.getByLabel('Name').waitFor();
    },
  },
  {
    name: 'oauth-clients',
    path: '/apps/oauth',
    shows: 'By its document',
    act: async (page) => {
      await button(page, 'New OAuth app').click();
      await page.getByLabel('Name').waitFor();
    },
  },
  ...[
    ['oauth-client', long, long],
    ['oauth-client-document', 'By its document', "The client metadata document couldn't be read"],
  ].map(([name = '', link = '', text = '']) => ({
    name,
    path: '/apps/oauth',
    shows: link,
    act: async (page: Page) => {
      await page.getByRole('link', { name: link }).click();
      await visible(page, text).waitFor();
    },
  })),
  {
    name: 'webhook',
    path: '/apps/webhooks',
    shows: long,
    act: async (page) => {
      await page.getByRole('link', { name: long }).click();
      await page.getByRole('heading', { level: 1, name: long }).waitFor();
    },
  },
  {
    name: 'secrets-add',
    path: '/settings/secrets',
    shows: '2 secrets',
    act: async (page) => {
      await button(page, 'Add secret').click();
      await page.getByRole('dialog').getByLabel('Value').waitFor();
    },
  },
  {
    name: 'secrets-delete',
    path: '/settings/secrets',
    shows: '2 secrets',
    act: async (page) => {
      await button(page, 'Actions for partner').click();
      await page.getByRole('menuitem', { name: 'Delete…' }).click();
      await page.getByText('This secret is used in one place').waitFor();
    },
  },
  {
    name: 'lead-fields-add',
    path: '/settings/lead-fields',
    shows: 'Customer number',
    act: async (page) => {
      expect(await cutTexts(page, '.mantine-Badge-label')).toEqual([]);
      await button(page, 'New field').click();
      await page.getByRole('dialog').getByLabel('Alias').waitFor();
    },
  },
  { name: 'agents', path: '/apps/agents', shows: 'delete_lead' },
  { name: 'single-sign-on', path: '/settings/single-sign-on', shows: 'Single sign-on' },
];

const tab = (name: string, more = '') => `/workflows/${workflow(name).id}${more}`;
const workflows: readonly Shot[] = [
  {
    name: 'workflows',
    path: '/workflows',
    shows: long,
    controls: ['New workflow', `More actions: ${failing.name}`],
  },
  {
    name: 'workflow-step',
    path: () => tab(failing.name),
    shows: 'Version 1 is published',
    controls: ['Add a step to the workflow', 'Add a step before Greet'],
  },
  {
    name: 'workflow-runs',
    path: () => tab(failing.name, '/runs'),
    shows: 'Failed',
  },
  { name: 'workflow-requests', path: () => tab(failing.name, '/requests'), shows: 'Run failed' },
  {
    name: 'workflow-settings',
    path: () => tab(failing.name, '/settings'),
    shows: 'Owner',
    controls: ['Duplicate', 'Delete'],
  },
  {
    name: 'listener-tokens',
    path: () => tab(long, '/triggers?tab=tokens'),
    shows: 'Create token',
    act: async (page) => {
      await button(page, 'Create token').click();
      await page.getByText('Signed claims').waitFor();
      const field = page.getByRole('textbox', { name: /^Token or full/ });
      await field.fill((await page.getByText(/^eyJ/).first().textContent()) ?? '');
      await button(page, 'Check token').click();
      await page.getByText('This token is valid.').waitFor();
      await field.fill('Bearer eyJhbGciOiJub25lIn0.e30.e30');
      await button(page, 'Check token').click();
      await page.getByText('alg must be exactly').waitFor();
    },
  },
  {
    name: 'listener-browsers',
    path: () => tab('Shop', '/triggers?tab=browsers'),
    shows: 'CORS tester',
    act: async (page) => {
      await page.getByRole('textbox', { name: /^Origin/ }).fill('https://shop.example');
      await button(page, 'Run check').click();
      await page.getByText('The list contains https://shop.example/ with a trailing slash.').waitFor();
    },
  },
  {
    name: 'runs',
    path: '/runs',
    shows: 'Latest 50 runs',
  },
  { name: 'requests', path: '/requests', shows: 'Latest 50 requests' },
  {
    name: 'request-rejected',
    path: '/requests?kind=refused',
    shows: 'Origin not allowed',
    act: async (page) => {
      await page.getByRole('option', { name: 'Origin not allowed' }).first().click();
      await page.getByText('Header names').waitFor();
    },
  },
  {
    name: 'request-replay',
    path: () => `/requests?open=${runs.failed}`,
    shows: 'Fields from the body, form, and query',
    controls: ['Replay…'],
    act: async (page) => {
      await button(page, 'Replay…').click();
      const replay = page.getByRole('dialog', { name: 'Replay this request?' });
      await replay.getByRole('button', { name: 'Replay' }).click();
      await replay.getByText('“tell” has already').waitFor();
      expect(await replay.getByRole('button', { name: 'Replay' }).isDisabled()).toBe(true);
    },
  },
  { name: 'run', path: () => `/runs/${runs.failed}`, shows: 'save failed', controls: ['Retry'] },
  {
    name: 'run-compared',
    path: () => `/runs/${runs.failed}?compare=${runs.other}`,
    shows: '− ann@example.test',
    // The comparison lists each input value and each step output.
    act: async (page) => {
      await page.getByRole('region', { name: 'Inputs' }).getByText('− team').waitFor();
      await page
        .getByRole('region', { name: /^save$/i })
        .getByText('+ failed')
        .waitFor();
    },
  },
  { name: 'run-nested', path: () => `/runs/${runs.nested}`, shows: /note[_ ]line/i },
];

/** Fills the workspace with data, and sends requests until the limits are exceeded. */
async function fill() {
  // No entry contains a nested value today, but the screen must be able to show it.
  const values = { match: { by: 'email', or: ['phone', 'mobile'] }, refused: [{ line: 2, is_empty: true }] };
  for (const [action, type, id, name, old, now] of [
    ['created', 'import', 7, 'leads.csv', {}, values],
    ['request replayed', 'workflow', 1, 'Replayed sign-ups', { run: 'the-old-one' }, { run: 'the-new-one' }],
  ])
    await stage.hark().query(
      `insert into audit_entries (workspace_id, at, means_type, action, subject_type, subject_id, subject_name, old_values, new_values)
       select id, now(), 'apply', $1, $2, $3, $4, $5, $6 from workspaces where base_url = $7`,
      [action, type, id, name, old, now, stage.hark().url],
    );
  const applied = await applyMore(stage.hark(), inUse);
  await applyMore(stage.hark(), { leads: [lead(newCompany)] });
  for (const { name, id, listener } of (applied.workspaces[0]?.workflows ?? []) as unknown as {
    name: string;
    id: number;
    listener: { url: string; endpoint_secret?: string };
  }[])
    made.set(name, { id, url: listener?.url, secret: listener?.endpoint_secret });
  const { url } = workflow(failing.name);
  for (let index = 0; index < 54; index += 1) {
    const isGood = index % 7 !== 0;
    await deliver(url, { first: `Lea ${index}`, ...(isGood ? { email: `lea${index}@example.test` } : {}) });
  }
  runs.other = (await deliver(url, { first: 'Ann', email: 'ann@example.test', plan: 'team' })).run ?? '';
  runs.failed = (await deliver(url, { first: 'Lea', note: 'n'.repeat(400) })).run ?? '';
  const lines = [
    { sku: 'lamp', count: 2 },
    { sku: 'bulb', count: 40 },
  ];
  const orders = [
    { total: 5_000, lines },
    { total: 5, lines: [] },
  ];
  runs.nested = (await deliver(workflow('Nested').url, { orders })).run ?? '';
  // Otherwise, runs that these runs start could be newer than the one with the hostile name, and move it off the first page.
  const unfinished = () => stage.hark().query('select from runs where ended_at is null');
  await eventually(async () => expect(await unfinished()).toHaveLength(0), 120_000);
  await deliver(workflow(hostile).url, {});
  for (let sent = 0; sent < 8; sent += 1) await fetch(workflow(long).url, { method: 'POST' });
  for (let sent = 0; sent < 5; sent += 1)
    await fetch(workflow('Shop').url, { method: 'POST', headers: { origin: 'https://evil.example' } });
  const [token] = /hark_client_[\w-]+/.exec(JSON.stringify(applied)) ?? [];
  for (let asked = 0; asked < 14; asked += 1) {
    const headers = { authorization: `Bearer ${token}`, 'user-agent': 'billing-job/2.1' };
    await (await fetch(`${stage.hark().url}/api/leads?limit=1`, { headers })).arrayBuffer();
  }
  const refused = () => stage.hark().query('select from refused_requests');
  await eventually(async () => expect((await refused()).length).toBeGreaterThanOrEqual(10));
}

test.each(looks)(
  'the screens of a new workspace explain themselves and offer the next action, $name',
  (as) => lookAt('administrator', empty, as),
  180_000,
);

describe('a workspace in use', () => {
  beforeAll(fill, 240_000);

  describe.each(looks)('$name', (as) => {
    test('every screen for administrators', () => lookAt('administrator', administration, as), 300_000);

    test(
      'every screen of workflows, runs and requests',
      () => lookAt('administrator', workflows, as),
      300_000,
    );

    test('screens of users with few permissions', async () => {
      const home = { name: 'home', path: '/', shows: 'My leads' };
      const refused = {
        name: 'no-access',
        path: '/runs',
        shows: `Ask ${people.administrator.name} for access.`,
      };
      await lookAt('seller', [home, refused], as);
    });

    test('a nested workflow with an open step and its error, and the dialogs to add a step, publish and test', async () => {
      const seen = await stage.open('administrator', tab('Nested'), as);
      await lookAtNested(seen, as);
    }, 300_000);

    test('a listener with its warning in red and in words, its settings, and completion in them', async () => {
      const seen = await stage.open('administrator', tab(long, '/triggers'), as);
      await lookAtListener(seen, as);
    }, 300_000);
  });

  test('lists show a hostile name literally', async () => {
    const { page } = await stage.open('administrator', '/');
    const hostileLead = '/leads?search=lead%40console.test';
    const lists = [hostileLead, '/workflows', '/runs', '/requests', '/apps/api', '/apps/webhooks'];
    const settings = ['users', 'roles', 'lead-fields', 'audit'].map((name) => `/settings/${name}`);
    for (const path of [...lists, ...settings]) {
      await goTo(page, { path, shows: shownHostile });
      expect(await page.getByRole('main').textContent(), path).not.toMatch(bidiControls);
    }
    // A change between two right-to-left values still shows the old value on the left.
    await page.goto(`${stage.hark().url}${hostileLead}`);
    await page.getByRole('link', { name: shownHostile }).click();
    const boxOf = (value: string) =>
      page.getByRole('listitem').locator('bdi', { hasText: value }).first().boundingBox();
    const distance = async (side: 'x' | 'y') =>
      ((await boxOf(newCompany))?.[side] ?? 0) - ((await boxOf(oldCompany))?.[side] ?? 0);
    // Both are in the same line.
    await expect.poll(async () => Math.abs(await distance('y'))).toBeLessThan(10);
    expect(await distance('x')).toBeGreaterThan(0);
  });

  test('users with view-only access see every value, and no control that changes something', async () => {
    const seen = await stage.open('guest', '/');
    const { page } = seen;
    const failed: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() >= 400) failed.push(`${answer.status()} ${answer.url()}`);
    });
    for (const shot of workflows.filter(({ controls }) => controls)) {
      await goTo(page, shot);
      for (const name of shot.controls ?? [])
        expect([shot.name, name, await pressable(page, name).count()]).toEqual([shot.name, name, 0]);
    }
    await goTo(page, { path: tab(long, '/triggers?tab=settings'), shows: 'Rate limit' });
    expect(await page.content()).not.toContain(workflow(long).secret ?? 'no secret');
    expect(await pressable(page, 'Show key and secret').count()).toBe(0);
    await goTo(page, { path: tab(failing.name), shows: 'Version 1 is published' });
    await page.getByRole('button', { name: /^Save/ }).click();
    const editor = page.getByRole('textbox', { name: 'email' });
    expect(await editor.getAttribute('aria-readonly')).toBe('true');
    expect(await editor.textContent()).toBe('Request body › email');
    expect(await page.locator('main :disabled').count()).toBe(0);
    await stage.look(seen, 'looker-step');
    await tabOf(page, 'Settings').click();
    await page.getByText(`Runs with ${people.administrator.name}'s permissions.`, { exact: true }).waitFor();
    expect(
      await page.getByRole('main').locator('input, [role=textbox], [role=switch], :disabled').count(),
    ).toBe(0);
    expect(failed).toEqual([]);
  });
});

async function lookAtNested(seen: Seen, as: Look) {
  const { page } = seen;
  const value = page.getByRole('textbox', { name: 'Value of seen' });
  await page.getByRole('button', { name: /^Note line/ }).waitFor();
  await stage.look(seen, 'builder-nested', as);
  await page.getByRole('button', { name: /^Note line/ }).click();
  await value.waitFor();
  const type = async (text: string) => {
    await value.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
    // Errors are shown once the user leaves the field.
    await button(page, 'Close (Esc)').focus();
  };
  await stage.look(seen, 'builder-step-open', as);
  await type('{{ line.sku|uper ');
  await page.getByText('There is no filter uper. Did you mean upper?').first().waitFor();
  await stage.look(seen, 'builder-mistake', as);
  await type('{{ line.sku|lower ');
  await page.getByText('No errors').waitFor();
  await button(page, 'Close (Esc)').click();
  await button(page, 'Add a step to the workflow').click();
  await page.getByRole('button', { name: /^HTTP request/ }).waitFor();
  await stage.look(seen, 'builder-add', as);
  // A click elsewhere closes the menu and still acts on its target. On a phone, the menu covers everything else.
  if (as.width < usualLook.width) await page.keyboard.press('Escape');
  await button(page, 'Publish').click();
  const dialog = page.getByRole('dialog', { name: /^Publish version/ });
  await dialog.getByText('Changed').waitFor();
  await stage.look(seen, 'builder-publish', as);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await tabOf(page, 'Test').click();
  await button(page, 'Test workflow').click();
  await page.getByText('The run would succeed').waitFor();
  await stage.look(seen, 'builder-tried', as);
  await tabOf(page, 'Versions').click();
  await page.getByRole('region', { name: 'Changed: Note line' }).waitFor();
  await stage.look(seen, 'builder-versions', as);
  await tabOf(page, 'Build').click();
  await button(page, 'Discard draft').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
  await page.getByText('Draft discarded.').waitFor();
}

/** Returns whether an element's text is any shade of red. */
const isRed = (page: Page, selector: string) =>
  page.evaluate<boolean>(`(() => {
    const { color } = getComputedStyle(document.querySelector('${selector}'));
    const [red = 0, green = 0, blue = 0] = (color.match(/\\d+/g) ?? []).map(Number);
    return red > 1.4 * green && red > 1.4 * blue;
  })()`);

async function lookAtListener(seen: Seen, as: Look) {
  const { page } = seen;
  await page.getByText('expires in 1 hour').waitFor();
  expect(await page.getByRole('alert').textContent()).toContain(
    'rejected with 403 "Missing authentication token"',
  );
  expect(await isRed(page, '[role=alert] .mantine-Alert-title')).toBe(true);
  await stage.look(seen, 'listener-call', as);
  await triggerPartOf(page, 'Options').click();
  await button(page, 'Show key and secret').click();
  await page.getByText('Busiest second').waitFor();
  await page.getByRole('textbox', { name: 'Allowed origins' }).click();
  await page.keyboard.press('Control+a');
  // Autocompletion offers the values that a setting can read, but no request data.
  await page.keyboard.type('{{ ');
  const offered = page.locator('.cm-tooltip-autocomplete');
  await offered.getByText('Workspace › name', { exact: true }).waitFor();
  expect(await offered.getByText('__data').count()).toBe(0);
  expect(await offered.getByText('secrets').count()).toBe(0);
  await page.keyboard.type('workspace.ba');
  await expect.poll(() => offered.getByRole('option').count()).toBe(1);
  await offered.getByText('Workspace › base_url').waitFor();
  await stage.look(seen, 'listener-completion', as);
  await page.keyboard.press('Enter');
  await page.getByText('{{ workspace.base_url').first().waitFor();
  await page.getByRole('status').getByText(stage.hark().url).first().waitFor();
  await stage.look(seen, 'listener-settings', as);
}
