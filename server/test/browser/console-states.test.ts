// Shows the workflow screens in typical states: empty, full, failing, with long names, nested steps, open dialogs,
// errors, and the token and CORS checks enabled.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { looks } from '../harness/console/chromium.ts';
import { people, useConsole } from '../harness/console/console-stage.ts';
import { tabOf, triggerPartOf } from '../harness/console/workflow-tabs.ts';
import { eventually } from '../harness/eventually.ts';
import { deliver } from '../harness/whole-hark.ts';

const owner = people.administrator.email;
const long =
  'A workflow whose name somebody wrote out to the very last letter because nobody told them to stop, and then some more of it';
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
const count = { name: 'Count', owner, steps: [{ name: 'done', type: 'set', values: { n: '1' } }] };
const failing = {
  name: 'Sign-ups of the website',
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
const partner = (more: object) => ({
  owner,
  listener: { add_authentication: true, allow_cors: true, cors_domains: 'https://shop.example/', ...more },
  steps: [{ name: 'end', type: 'stop', as: 'succeeded' }],
});
const stage = useConsole('states', {
  secrets: { partner_origins: 'https://shop.example' },
  workflows: [
    nested,
    count,
    failing,
    { name: long, ...partner({}) },
    { name: 'Shop', ...partner({ add_authentication: false }) },
  ],
});

const applied = () =>
  (stage.applied().workspaces[0]?.workflows ?? []) as unknown as {
    id: number;
    name: string;
    listener: { url: string };
  }[];
const workflow = (name: string) => {
  const one = applied().find((other) => other.name === name);
  if (!one) throw new Error(`No workflow is named ${name}.`);
  return one;
};
const runs = { failed: '', other: '', nested: '' };
const statusOf = async (id: string) =>
  (await stage.hark().query<{ status: string }>('select status from runs where id = $1', [id]))[0]?.status;

beforeAll(async () => {
  const { url } = workflow(failing.name).listener;
  for (let index = 0; index < 70; index++) {
    const isGood = index % 7 !== 0;
    await deliver(url, { first: `Lea ${index}`, ...(isGood ? { email: `lea${index}@example.test` } : {}) });
  }
  runs.other = (await deliver(url, { first: 'Ann', email: 'ann@example.test', plan: 'team' })).run ?? '';
  runs.failed = (await deliver(url, { first: 'Lea', note: 'n'.repeat(400) })).run ?? '';
  const order = {
    total: 5_000,
    lines: [
      { sku: 'lamp', count: 2 },
      { sku: 'bulb', count: 40 },
    ],
  };
  runs.nested =
    (await deliver(workflow('Nested').listener.url, { orders: [order, { total: 5, lines: [] }] })).run ?? '';
  for (let index = 0; index < 8; index++) await fetch(workflow(long).listener.url, { method: 'POST' });
  for (let index = 0; index < 5; index++) {
    await fetch(workflow('Shop').listener.url, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
    });
  }
  await eventually(async () => expect(await statusOf(runs.failed)).toBe('failed'), 60_000);
  await eventually(async () => expect(await statusOf(runs.nested)).toBe('succeeded'), 60_000);
  const refused = () => stage.hark().query('select from refused_requests');
  await eventually(async () => expect((await refused()).length).toBeGreaterThanOrEqual(10), 30_000);
}, 180_000);

/** Returns whether an element's text is any shade of red. */
const isRed = (page: Page, selector: string) =>
  page.evaluate<boolean>(`(() => {
    const { color } = getComputedStyle(document.querySelector('${selector}'));
    const [red = 0, green = 0, blue = 0] = (color.match(/\\d+/g) ?? []).map(Number);
    return red > 1.4 * green && red > 1.4 * blue;
  })()`);

describe.each(looks)('$name', (as) => {
  const open = (person: 'administrator' | 'builder', path: string) => stage.open(person, path, as);

  test('shows empty screens to a user without workflows', async () => {
    const seen = await open('builder', '/workflows');
    const { page } = seen;
    for (const [path, text] of [
      ['/workflows', 'No workflows yet'],
      ['/runs', 'No runs yet'],
      ['/requests', 'No requests in the last 24 hours'],
    ] as const) {
      await page.goto(`${stage.hark().url}${path}`);
      await page.getByText(text).waitFor();
      // Without any runs, there is nothing to filter or to draw.
      if (path === '/runs') await page.getByRole('group', { name: 'Status' }).waitFor({ state: 'hidden' });
      await stage.look(seen, `empty${path.replace('/', '-')}`, as);
    }
    await page.context().close();
  }, 400_000);

  test('shows full lists, and the newest request', async () => {
    const seen = await open('administrator', '/workflows');
    const { page } = seen;
    await page.getByRole('link', { name: long }).waitFor();
    await stage.look(seen, 'full-workflows', as);
    await page.goto(`${stage.hark().url}/runs`);
    await page.getByText('Latest 50 runs').waitFor();
    await page.getByText(/^Median/).waitFor();
    await stage.look(seen, 'full-runs', as);
    await page.goto(`${stage.hark().url}/requests`);
    await page.getByText('Latest 50 requests').waitFor({ timeout: 30_000 });
    await stage.look(seen, 'full-requests', as);
    await page.getByRole('option', { name: 'Origin not allowed' }).first().click();
    await page.getByText('Header names').waitFor();
    await stage.look(seen, 'request-refused', as);
    await page.goto(`${stage.hark().url}/requests?open=${runs.failed}`);
    await page.getByText('Fields from the body, form, and query').waitFor();
    await stage.look(seen, 'request-accepted', as);
    await page.getByRole('button', { name: 'Replay…' }).click();
    const replay = page.getByRole('dialog', { name: 'Replay this request?' });
    await replay.getByRole('button', { name: 'Replay' }).click();
    await replay.getByText('“tell” has already').waitFor();
    expect(await replay.getByRole('button', { name: 'Replay' }).isDisabled()).toBe(true);
    await stage.look(seen, 'replay-dialog', as);
    await page.context().close();
  }, 400_000);

  test('shows a failed run, its comparison with a successful run, and a nested run', async () => {
    const seen = await open('administrator', `/runs/${runs.failed}`);
    const { page } = seen;
    await page.getByText('Error', { exact: true }).first().waitFor();
    await stage.look(seen, 'run-failing', as);
    await page.getByRole('button', { name: 'Retry', exact: true }).click();
    await page.getByLabel('The first step').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
    await page.getByText('Already done').waitFor();
    await stage.look(seen, 'run-retry-guard', as);
    await page.goto(`${stage.hark().url}/runs/${runs.failed}?compare=${runs.other}`);
    // The comparison lists each input value and each step output.
    const given = page.getByRole('region', { name: 'Inputs' });
    await given.getByText('− ann@example.test').waitFor();
    await given.getByText('− team').waitFor();
    await page.getByRole('region', { name: 'save', exact: true }).getByText('+ failed').waitFor();
    await stage.look(seen, 'run-compared', as);
    await page.goto(`${stage.hark().url}/runs/${runs.nested}`);
    await page
      .getByRole('button', { name: /note_line/ })
      .first()
      .waitFor();
    await stage.look(seen, 'run-nested', as);
    await page.context().close();
  }, 400_000);

  test('shows a nested workflow with an open step and its error, and the dialogs to add a step, publish and test', async () => {
    const seen = await open('administrator', `/workflows/${workflow('Nested').id}`);
    const { page } = seen;
    await page.getByRole('button', { name: /^Note line/ }).waitFor();
    await stage.look(seen, 'builder-nested', as);
    await page.getByRole('button', { name: /^Note line/ }).click();
    await page.getByRole('textbox', { name: 'Value of seen' }).waitFor();
    await stage.look(seen, 'builder-step-open', as);
    await page.getByRole('textbox', { name: 'Value of seen' }).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('{{ line.sku|uper ');
    await page.keyboard.press('Escape');
    await page.getByText('There is no filter uper. Did you mean upper?').first().waitFor();
    await stage.look(seen, 'builder-mistake', as);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('{{ line.sku|lower ');
    await page.keyboard.press('Escape');
    await page.getByText('No errors').waitFor();
    await page.getByRole('button', { name: 'Add a step to the workflow' }).click();
    await page.getByRole('button', { name: /^HTTP request/ }).waitFor();
    await stage.look(seen, 'builder-add', as);
    // A click elsewhere closes the menu and still acts on its target.
    await page.getByRole('button', { name: 'Publish' }).click();
    await page
      .getByRole('dialog', { name: /^Publish version/ })
      .getByText('Changed')
      .waitFor();
    await stage.look(seen, 'builder-publish', as);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await tabOf(page, 'Test').click();
    await page.getByRole('button', { name: 'Test workflow' }).click();
    await page.getByText('The run would succeed').waitFor();
    await stage.look(seen, 'builder-tried', as);
    await tabOf(page, 'Versions').click();
    await page.getByRole('region', { name: 'Changed: Note line' }).waitFor();
    await stage.look(seen, 'builder-versions', as);
    await tabOf(page, 'Build').click();
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
    await page.getByText('Draft discarded.').waitFor();
    await page.context().close();
  }, 400_000);

  test('shows a listener with its warning in red and in words, its settings, its rate limit, and why an origin is rejected', async () => {
    const { id } = workflow(long);
    const seen = await open('administrator', `/workflows/${id}/triggers`);
    const { page } = seen;
    await page.getByText('expires in 1 hour').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain(
      'rejected with 403 "Missing authentication token"',
    );
    expect(await isRed(page, '[role=alert] .mantine-Alert-title')).toBe(true);
    await stage.look(seen, 'listener-call', as);
    await triggerPartOf(page, 'Options').click();
    await page.getByRole('button', { name: 'Show key and secret' }).click();
    await page.getByText('Busiest second').waitFor();
    const editor = page.getByRole('textbox', { name: 'Allowed origins' });
    await editor.click();
    await page.keyboard.press('Control+a');
    // Autocompletion offers the values that a setting can read, but no request data.
    await page.keyboard.type('{{ ');
    const offered = page.locator('.cm-tooltip-autocomplete');
    await offered.getByText('Workspace › name', { exact: true }).waitFor();
    expect(await offered.getByText('__data').count()).toBe(0);
    expect(await offered.getByText('secrets').count()).toBe(0);
    await page.keyboard.type('workspace.ba');
    await offered.getByText('Workspace › base_url').waitFor();
    await stage.look(seen, 'listener-completion', as);
    await page.keyboard.press('Enter');
    await page.getByText('{{ workspace.base_url').first().waitFor();
    await page.getByRole('status').getByText(stage.hark().url).first().waitFor();
    await stage.look(seen, 'listener-settings', as);
    await page.goto(`${stage.hark().url}/workflows/${workflow('Shop').id}/triggers?tab=browsers`);
    await page.getByRole('textbox', { name: /^Origin/ }).fill('https://shop.example');
    await page.getByRole('button', { name: 'Run check' }).click();
    await page.getByText('The list contains https://shop.example/ with a trailing slash.').waitFor();
    await stage.look(seen, 'listener-origin', as);
    await triggerPartOf(page, 'Options').click();
    await page.getByRole('switch', { name: 'Require a signed token (JWT)' }).click();
    await page.getByText("Browsers can't call this webhook once you save").waitFor();
    await stage.look(seen, 'listener-becomes-both', as);
    await page.context().close();
  }, 400_000);
});

test('new requests and runs are announced to screen readers', async () => {
  const requests = await stage.open('administrator', '/requests');
  const list = await stage.open('administrator', '/runs');
  await requests.page.getByText('Latest 50 requests').waitFor();
  await list.page.getByText('Latest 50 runs').waitFor();
  await deliver(workflow(failing.name).listener.url, { first: 'Zoe', email: 'zoe@example.test' });
  await requests.page
    .getByRole('status')
    .filter({ hasText: '1 new request' })
    .waitFor({ state: 'attached', timeout: 20_000 });
  // The run that the request starts also appears.
  await list.page
    .getByRole('status')
    .filter({ hasText: /[12] new runs?/ })
    .waitFor({ state: 'attached', timeout: 20_000 });
  await Promise.all([requests, list].map(({ page }) => page.context().close()));
}, 60_000);
