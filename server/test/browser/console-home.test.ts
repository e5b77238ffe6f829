// The home page by role: what needs attention, figures, recent changes, and the checklist.
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { people, useConsole } from '../harness/console/console-stage.ts';
import { eventually } from '../harness/eventually.ts';
import { deliver } from '../harness/whole-hark.ts';

const owner = people.administrator.email;
const broken = {
  name: 'Score and follow up',
  owner,
  listener: {},
  // Fails, because an empty match never means "any lead".
  steps: [{ name: 'check', type: 'lead.upsert', match: { email: '{{ __data.missing }}' }, fields: {} }],
};
const form = {
  name: 'Website form',
  owner,
  listener: {},
  steps: [
    {
      name: 'store',
      type: 'lead.upsert',
      match: { email: '{{ __data.email }}' },
      fields: { first_name: '{{ __data.first }}', email: '{{ __data.email }}' },
    },
  ],
};
const guarded = {
  name: 'Partner orders',
  owner,
  listener: { add_authentication: true },
  steps: [{ name: 'keep', type: 'set', values: { n: '1' } }],
};
const calm = { name: 'Night watch', owner: people.builder.email, steps: guarded.steps };
const stage = useConsole('home', { workflows: [broken, form, guarded, calm] });

const urlOf = (name: string) =>
  stage.applied().workspaces[0]?.workflows?.find((one) => one.name === name)?.listener.url ?? '';
const region = (page: Page, name: string) => page.getByRole('region', { name });

beforeAll(async () => {
  await deliver(urlOf(broken.name), { first: 'Ann' });
  await deliver(urlOf(broken.name), { first: 'Ben' });
  // Fails, and succeeds again with the next request.
  const { run } = await deliver(urlOf(form.name), { first: 'Nobody' });
  await eventually(async () => {
    const ended = await stage
      .hark()
      .query('select 1 from runs where id = $1 and ended_at is not null', [run]);
    return ended.length === 1;
  });
  await deliver(urlOf(form.name), { first: 'Omar', email: 'omar@example.test' });
  for (let count = 0; count < 4; count += 1) await fetch(urlOf(guarded.name), { method: 'POST' });
  const { page } = await stage.open('seller', '/leads');
  const created = await page.evaluate(`(async () => {
    const { form_token, user } = await (await fetch('/console/session')).json();
    const body = JSON.stringify({ first_name: 'Nora', last_name: 'Lind', company: 'Lumen', owner_id: user.id });
    const headers = { 'x-form-token': form_token, 'content-type': 'application/json' };
    return (await fetch('/console/leads', { method: 'POST', headers, body })).status;
  })()`);
  expect(created).toBe(200);
  await eventually(async () => {
    const [{ ended, refused }] = (await stage.hark().query(
      `select (select count(*)::int from runs where ended_at is not null) as ended,
              (select count(*)::int from refused_requests) as refused`,
    )) as [{ ended: number; refused: number }];
    return ended === 4 && refused === 4;
  });
});

test('a failing workflow shows its cause, and its button opens the failed runs', async () => {
  const { page } = await stage.open('administrator', '/');
  const attention = region(page, 'Needs attention');
  const row = attention.getByRole('listitem').filter({ hasText: 'Score and follow up is failing' });
  await row.getByText(/matches no lead.*2 failed runs/).waitFor();
  await row.getByRole('link', { name: 'Review runs of Score and follow up' }).click();
  await page.waitForURL(/\/runs\?.*status=failed/);
});

test('a workflow that succeeded again still lists its failed run, as many as the navigation counts', async () => {
  const { page } = await stage.open('administrator', '/');
  const row = region(page, 'Needs attention')
    .getByRole('listitem')
    .filter({ hasText: 'Website form had a failed run' });
  await row.getByRole('link', { name: 'Review run of Website form' }).waitFor();
  await page.getByRole('navigation').getByText('3 failed').waitFor();
});

test('repeated rejections show their reason and IP address, and the button opens these requests', async () => {
  const { page } = await stage.open('administrator', '/');
  const row = region(page, 'Needs attention')
    .getByRole('listitem')
    .filter({ hasText: 'Partner orders rejects requests from 127.0.0.1' });
  await row.getByText(/Missing token\. 4 requests, the last one/).waitFor();
  await row.getByRole('link', { name: 'Review requests of Partner orders' }).click();
  await page.waitForURL(/\/requests\?.*reason=missing_token/);
});

test('the activity names people, workflows and what they changed, and links to it', async () => {
  const { page } = await stage.open('administrator', '/');
  const activity = region(page, 'Activity');
  await activity.getByRole('listitem').filter({ hasText: 'System published Night watch v1' }).waitFor();
  const row = activity.getByRole('listitem').filter({ hasText: 'Website form created lead Omar' });
  // An entry is one line. The tooltip has the text that doesn't fit.
  await row.getByTitle('Website form created lead Omar', { exact: true }).waitFor();
  expect((await row.boundingBox())?.height).toBeLessThan(60);
  await row.getByRole('link', { name: 'Omar' }).click();
  await page.waitForURL(/\/leads\/\d+/);
});

test('a seller sees neither workflows nor the checklist, and a guest learns whom to ask', async () => {
  const { page } = await stage.open('seller', '/');
  await region(page, 'My leads').getByRole('link', { name: 'Nora Lind' }).waitFor();
  // Omar has no owner, and this role sees only its own leads.
  expect(await page.getByText('Omar').count()).toBe(0);
  expect(await page.getByText('Call the REST API').count()).toBe(0);
  expect(await page.getByRole('region').count()).toBe(2);
  const { page: guests } = await stage.open('guest', '/');
  await guests.getByText("Your role doesn't give you access to anything yet.").waitFor();
  expect(await guests.getByRole('region').count()).toBe(0);
});

test('once three steps are done, the checklist is one line that can be opened and dismissed', async () => {
  const { page } = await stage.open('administrator', '/');
  const steps = region(page, 'First steps');
  await steps.getByText('4 of 5 done · Next: Call the REST API').waitFor();
  expect(await steps.getByRole('listitem').count()).toBe(0);
  // It is below the requests and changes, which people look for first.
  const topOf = async (name: string) => (await region(page, name).boundingBox())?.y ?? 0;
  expect(await topOf('First steps')).toBeGreaterThan(await topOf('Activity'));
  await steps.getByRole('button', { name: 'Show steps' }).click();
  expect(await steps.getByRole('listitem').count()).toBe(5);
  await steps.getByRole('button', { name: 'Hide steps' }).click();
  await steps.getByRole('button', { name: 'Dismiss' }).click();
  await steps.waitFor({ state: 'hidden' });
  await page.reload();
  await region(page, 'Last 24 hours').waitFor();
  expect(await steps.count()).toBe(0);
});

test('users whose workflows have no problems see so in one line', async () => {
  const { page } = await stage.open('builder', '/');
  await page.getByRole('status').getByText('Nothing urgent.').waitFor();
  expect(await region(page, 'Needs attention').count()).toBe(0);
});
