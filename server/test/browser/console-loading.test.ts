// How much a browser loads before it shows a screen, and how long that takes on a slow line.
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { idsOf, pathOf, settingScreens } from '../harness/console/console-screens.ts';
import { people, useConsole } from '../harness/console/console-stage.ts';

const stage = useConsole('loading', {
  oauth_clients: [{ name: 'Dashboard', scope: 'api', redirect_uris: ['https://app.example.test/cb'] }],
  webhooks: [{ name: 'Warehouse', url: 'https://hook.example.test/', types: ['lead.created'] }],
  workflows: [
    {
      name: 'Contact form',
      owner: people.administrator.email,
      listener: {},
      steps: [{ name: 'greet', type: 'set', values: { greeting: 'Hello {{ __data.first }}' } }],
    },
  ],
});
const maxScripts = 14;
/** Scripts and styles of Home, compressed with Brotli. */
const maxHomeBytes = 240_000;

let paths: readonly string[];
beforeAll(async () => {
  const { page } = await stage.open('administrator', '/');
  const { url } = stage.hark();
  const ids = await idsOf(page, url);
  const { workflows } = await (await page.request.get(`${url}/console/workflows`)).json();
  const workflow = `/workflows/${workflows[0].id}`;
  paths = [
    ...settingScreens.map((screen) => pathOf(screen, ids)),
    ...['/leads', '/leads/new', '/leads/import', '/leads/jobs', '/workflows', '/runs', '/requests'],
    ...[workflow, `${workflow}/listener`],
  ];
});

/** The scripts that a page requests, each once. */
function watchScripts(page: Page): Set<string> {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url());
  });
  return scripts;
}

test('every screen loads fewer than 15 script files', async () => {
  const { page } = await stage.open('administrator', '/');
  const scripts = watchScripts(page);
  const counts: Record<string, number> = {};
  for (const path of paths) {
    scripts.clear();
    await page.goto(`${stage.hark().url}${path}`, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    counts[path] = scripts.size;
  }
  console.log('script files per screen:', counts);
  expect(paths.length).toBeGreaterThan(20);
  expect(Object.entries(counts).filter(([, count]) => count === 0 || count > maxScripts)).toEqual([]);
});

/** The presets of Chrome's developer tools and of Lighthouse, in bytes per second and milliseconds. */
const lines = {
  'DevTools Fast 3G': { downloadThroughput: 180_000, uploadThroughput: 84_375, latency: 562.5 },
  'Lighthouse Fast 3G': { downloadThroughput: 204_800, uploadThroughput: 96_000, latency: 150 },
} as const;
const slowdown = 4;
const rounds = 5;

interface Timing {
  readonly paint: number;
  readonly heading: number;
  readonly bytes: number;
}

/** Returns a function that opens Home with an empty cache, on a slow line and with a slow processor. */
async function slowHome(line: keyof typeof lines) {
  const { page } = await stage.open('administrator', '/');
  const devTools = await page.context().newCDPSession(page);
  const files = new Set<string>();
  let bytes = 0;
  devTools.on('Network.requestWillBeSent', ({ requestId, type }) => {
    if (type === 'Script' || type === 'Stylesheet') files.add(requestId);
  });
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (files.has(requestId)) bytes += encodedDataLength;
  });
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', { offline: false, ...lines[line] });
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(`new MutationObserver((_, observer) => {
    if (!document.querySelector('h1')) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.headingMs = performance.now(); }));
  }).observe(document, { childList: true, subtree: true });`);
  const load = async (): Promise<Timing> => {
    await devTools.send('Network.clearBrowserCache');
    bytes = 0;
    await page.goto(`${stage.hark().url}/`, { waitUntil: 'commit' });
    await expect.poll(() => page.evaluate('window.headingMs ?? 0'), { timeout: 60_000 }).toBeGreaterThan(0);
    const loaded = bytes;
    const [paint, heading] = (await page.evaluate(
      `[performance.getEntriesByName('first-contentful-paint')[0].startTime, window.headingMs]`,
    )) as [number, number];
    return { paint, heading, bytes: loaded };
  };
  return load;
}

const median = (numbers: readonly number[]) =>
  Math.round(numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN);

// Other programs on the machine change the times, so they are only reported. The sizes are what we can promise.
test.each(Object.keys(lines) as (keyof typeof lines)[])(
  'Home needs few bytes until its heading appears: %s, processor slowed down 4 times',
  async (line) => {
    const load = await slowHome(line);
    const timings: Timing[] = [];
    for (let round = 0; round < rounds; round += 1) timings.push(await load());
    const bytes = median(timings.map((timing) => timing.bytes));
    console.log(
      `${line}, processor at 1/${slowdown}: first paint ${median(timings.map(({ paint }) => paint))} ms, heading ${median(
        timings.map(({ heading }) => heading),
      )} ms, ${bytes} bytes (medians of ${rounds})`,
    );
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(maxHomeBytes);
  },
);
