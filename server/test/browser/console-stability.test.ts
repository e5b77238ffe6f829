// Pages keep still while they load: no content moves when other content, or a scrollbar, appears.
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { idsOf, pathOf, settingScreens } from '../harness/console/console-screens.ts';
import { people, useConsole } from '../harness/console/console-stage.ts';
import { eventually } from '../harness/eventually.ts';
import { deliver } from '../harness/whole-hark.ts';

const owner = people.administrator.email;
const stage = useConsole(
  'stability',
  {
    oauth_clients: [{ name: 'Dashboard', scope: 'api', redirect_uris: ['https://app.example.test/cb'] }],
    webhooks: [{ name: 'Warehouse', url: 'https://hook.example.test/', types: ['lead.created'] }],
    leads: Array.from({ length: 60 }, (_, index) => ({
      first_name: 'Ada',
      last_name: `Person ${index}`,
      email: `p${index}@example.test`,
      status: index % 2 === 0 ? 'open' : 'customer',
    })),
    workflows: [
      {
        name: 'Orders',
        owner,
        listener: {},
        steps: [
          { name: 'set', type: 'set', values: { n: '1' } },
          { name: 'end', type: 'stop', as: 'succeeded' },
        ],
      },
      {
        name: 'Broken',
        owner,
        listener: {},
        steps: [{ name: 'end', type: 'stop', as: 'failed', message: 'No' }],
      },
    ],
  },
  undefined,
  { hasScrollbars: true },
);
const maxShift = 0.05;
/** Responses that come at different times show what each of them moves. */
const delayMs = 300;

let paths: readonly string[];
beforeAll(async () => {
  const workflows = stage.applied().workspaces[0]?.workflows ?? [];
  let run = '';
  for (const { listener } of workflows)
    for (let count = 0; count < 12; count += 1) run = (await deliver(listener.url, { count })).run ?? '';
  const pending = () => stage.hark().query("select 1 from runs where status in ('queued', 'running')");
  await eventually(async () => expect(await pending()).toEqual([]), 60_000);
  const { page } = await stage.open('administrator', '/');
  const { url } = stage.hark();
  const ids = await idsOf(page, url);
  const [{ id }] = (await (await page.request.get(`${url}/console/workflows`)).json()).workflows;
  paths = [
    ...settingScreens.map((screen) => pathOf(screen, ids)),
    ...['/leads', '/leads?layout=board', '/leads/new', '/leads/import', '/leads/jobs'],
    ...['/runs', `/runs/${run}`, '/requests', '/approvals', '/proposals', '/workflows'],
    ...['', '/triggers', '/test', '/runs', '/versions', '/settings'].map((tab) => `/workflows/${id}${tab}`),
  ];
  // Fills the cache with the fonts. Only at the first visit, they can arrive after the text.
  await page.goto(`${url}/workflows/${id}/triggers`, { waitUntil: 'networkidle' });
});

/** Returns how far the page's content has moved since it was opened, as the sum of its layout shifts, and what moved. */
const shiftOf = (page: Page) =>
  page.evaluate<{ sum: number; moved: string[] }>(`new Promise((done) => {
    const answer = (entries) =>
      done({
        sum: entries.reduce((sum, { value }) => sum + value, 0),
        moved: entries.flatMap(({ sources }) =>
          sources.map(({ node, previousRect, currentRect }) =>
            [node?.textContent.slice(0, 30), previousRect.y, currentRect.y].join(' '))),
      });
    const observer = new PerformanceObserver((list) => answer(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    // Without any shift, the observer isn't called.
    requestAnimationFrame(() => setTimeout(() => answer(observer.takeRecords())));
  })`);

test.each([1_280, 390])('no page moves its content while it loads, %i pixels wide', async (width) => {
  const { page } = await stage.open('administrator', '/');
  await page.setViewportSize({ width, height: 800 });
  await page.route(
    ({ pathname }) => pathname.startsWith('/console/'),
    async (route) => {
      await new Promise((done) => setTimeout(done, delayMs));
      await route.continue();
    },
  );
  const shifts: Record<string, Awaited<ReturnType<typeof shiftOf>>> = {};
  for (const path of paths) {
    await page.goto(`${stage.hark().url}${path}`, { waitUntil: 'networkidle' });
    shifts[path] = await shiftOf(page);
  }
  expect(paths.length).toBeGreaterThan(20);
  expect(Object.entries(shifts).filter(([, { sum }]) => sum >= maxShift)).toEqual([]);
});

test('a list of leads whose columns fit does not scroll sideways, next to a scrollbar', async () => {
  const { page } = await stage.open('administrator', '/leads');
  await page.getByText('Person 59').waitFor();
  const [isLong, overhang] = await page.evaluate<[boolean, number]>(`(() => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.getElementById('lead-table');
    return [scrollHeight > clientHeight, scrollWidth - clientWidth];
  })()`);
  expect(isLong).toBe(true);
  expect(overhang).toBe(0);
});
