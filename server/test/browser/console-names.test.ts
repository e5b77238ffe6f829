// Names with bidirectional control characters are shown literally in lists and don't affect the text around them.
import { beforeAll, expect, test } from 'vitest';
import { looks } from '../harness/console/chromium.ts';
import { applyMore, people, useConsole } from '../harness/console/console-stage.ts';
import { deliver } from '../harness/whole-hark.ts';

// Contains control characters that end the bidi isolation of the name and reverse the text after it.
const hostile = 'Nice \u2069\u202egnp.exe';
const shown = 'Nice \\u2069\\u202egnp.exe';
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const [before, after] = ['\u05E9\u05DC\u05D5\u05DD', '\u05D1\u05D5\u05E7\u05E8'];
const owner = 'zoe@console.test';
const stage = useConsole('names');

beforeAll(async () => {
  const lead = (company: string) => ({ first_name: hostile, email: 'lead@console.test', owner, company });
  const { workspaces } = await applyMore(stage.hark(), {
    roles: [{ name: hostile, permissions: {} }],
    users: [{ email: owner, name: hostile, role: hostile, password: 'correct horse battery staple' }],
    lead_fields: [{ alias: 'met', label: hostile, type: 'text' }],
    leads: [lead(before)],
    api_clients: [{ user: people.administrator.email, name: hostile, scope: 'api' }],
    webhooks: [{ name: hostile, url: 'https://hook.example.test/', types: ['lead.created'] }],
    workflows: [
      { name: hostile, owner, listener: {}, steps: [{ name: 'end', type: 'stop', as: 'succeeded' }] },
    ],
  });
  await applyMore(stage.hark(), { leads: [lead(after)] });
  await deliver(workspaces[0]?.workflows?.[0]?.listener.url ?? '', {});
}, 90_000);

const lists = [
  '/leads',
  '/workflows',
  '/runs',
  '/requests',
  '/apps/api',
  '/settings/account',
  '/apps/webhooks',
  '/settings/users',
  '/settings/roles',
  '/settings/lead-fields',
  '/settings/audit',
];

test.each(looks)(
  'lists show a hostile name literally, $name',
  async (as) => {
    const seen = await stage.open('administrator', '/', as);
    const { page } = seen;
    for (const path of lists) {
      await page.goto(`${stage.hark().url}${path}`);
      await page.getByRole('main').getByText(shown).filter({ visible: true }).first().waitFor();
      expect(await page.getByRole('main').textContent(), path).not.toMatch(bidiControls);
      await stage.look(seen, `names${path.replaceAll('/', '-')}`, as);
    }
    await page.context().close();
  },
  180_000,
);

test('a change between two right-to-left values still shows the old value on the left', async () => {
  const { page } = await stage.open('administrator', '/leads');
  await page.getByRole('link', { name: shown }).click();
  const locate = (value: string) => page.getByRole('listitem').locator('bdi', { hasText: value }).first();
  const [old, present] = [await locate(before).boundingBox(), await locate(after).boundingBox()];
  expect(old?.y).toBe(present?.y);
  expect(old?.x).toBeLessThan(present?.x ?? 0);
  await page.context().close();
}, 60_000);
