// A workflow author attacks an administrator's browser through a listener response on the console's own host.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { applyMore, useConsole } from '../harness/console/console-stage.ts';

const script = "globalThis.attacked = true; self.addEventListener?.('fetch', () => {});";
/** Settings that an earlier release accepted. The API rejects them today, so the tests write them to the database directly. */
const attacks = {
  cookies: { 'Clear-Site-Data': '"cookies", "storage"' },
  refresh: { Refresh: '0; url=/sign-in' },
  reports: {
    NEL: '{"report_to":"evil","max_age":86400}',
    'Report-To': '{"group":"evil","max_age":86400,"endpoints":[{"url":"https://evil.test"}]}',
    'Reporting-Endpoints': 'evil="https://evil.test"',
  },
  script: { 'Content-Type': 'text/javascript', 'Service-Worker-Allowed': '/' },
  module: { 'Content-Type': 'text/html, application/javascript', 'Service-Worker-Allowed': '/' },
  style: { 'Content-Type': 'text/css' },
  html: { 'Content-Type': 'text/html' },
  svg: { 'Content-Type': 'image/svg+xml' },
};
type Attack = keyof typeof attacks;
const bodies: Partial<Record<Attack, string>> = {
  style: 'body { display: none }',
  html: `<title>page</title><script>document.title = 'attacked'</script>`,
  svg: `<svg xmlns="http://www.w3.org/2000/svg"><script>document.documentElement.id = 'attacked'</script></svg>`,
};
const stepsOf = (name: string, more: object = {}) => [
  { name: 'reply', type: 'respond', body: bodies[name as Attack] ?? script, ...more },
];

const workflows = Object.keys(attacks).map((name) => ({
  name,
  owner: 'ben@console.test',
  listener: { respond_with: 'workflow' },
  steps: stepsOf(name),
}));
// In the shared installation, tests can't change a published version.
const stage = useConsole('hostile_answers', { workflows }, {});

beforeAll(async () => {
  for (const [name, headers] of Object.entries(attacks)) {
    await stage
      .hark()
      .query(
        'update workflow_versions set steps = $1 where workflow_id = (select id from workflows where name = $2)',
        [JSON.stringify(stepsOf(name, { headers })), name],
      );
  }
});

const urlOf = (attack: Attack): string => {
  const [workspace] = stage.applied().workspaces;
  return workspace?.workflows?.find(({ name }) => name === attack)?.listener.url ?? '';
};
const pathOf = (attack: Attack): string => new URL(urlOf(attack)).pathname;

/** Opens the console, whose errors aren't counted: the browser logs what it blocks. */
async function openHome(): Promise<Page> {
  const { page } = await stage.open('administrator', '/');
  page.removeAllListeners('console');
  return page;
}

/** Opens a listener's response as a page. @returns its header names */
async function visit(page: Page, attack: Attack): Promise<string[]> {
  const response = await page.goto(urlOf(attack));
  expect(response?.status()).toBe(200);
  return Object.keys((await response?.allHeaders()) ?? {});
}

async function expectSignedIn(page: Page): Promise<void> {
  await page.goto(`${stage.hark().url}/settings/audit`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/settings/audit');
}

test("a listener's response can't sign an administrator out", async () => {
  const page = await openHome();
  const before = await page.context().cookies();
  expect(await visit(page, 'cookies')).not.toContain('clear-site-data');
  expect(await page.context().cookies()).toEqual(before);
  await expectSignedIn(page);
});

test("a listener's response can't reload the page, make the browser send reports to another host, or widen a service worker's scope", async () => {
  const page = await openHome();
  const sent = [
    ...(await visit(page, 'refresh')),
    ...(await visit(page, 'reports')),
    ...(await visit(page, 'script')),
  ];
  for (const name of ['refresh', 'nel', 'report-to', 'reporting-endpoints', 'service-worker-allowed'])
    expect(sent).not.toContain(name);
  await expectSignedIn(page);
});

test("the scripts of a listener's page don't run", async () => {
  const page = await openHome();
  await visit(page, 'html');
  expect(await page.title()).toBe('page');
  await visit(page, 'svg');
  expect(await page.locator('#attacked').count()).toBe(0);
  await expectSignedIn(page);
});

test('other sites can load the response of a listener, and nothing else', async () => {
  const page = await openHome();
  const site = createServer((_, reply) => reply.setHeader('content-type', 'text/html').end('A page'));
  await once(site.listen(0, '127.0.0.1'), 'listening');
  await page.goto(`http://localhost:${(site.address() as AddressInfo).port}`);
  const load = (url: string) =>
    page.evaluate<string>(
      `fetch(${JSON.stringify(url)}, { mode: 'no-cors' }).then(({ type }) => type, () => 'blocked')`,
    );
  expect(await load(urlOf('svg'))).toBe('opaque');
  await page.setContent(`<img src="${urlOf('svg')}" onload="document.title = 'shown'">`);
  await page.waitForFunction("document.title === 'shown'");
  const { url } = stage.hark();
  for (const path of ['/sign-in', '/', '/api/leads', '/console/session', '/no-such-path'])
    expect([path, await load(`${url}${path}`)]).toEqual([path, 'blocked']);
  site.close();
});

/**
 * Adds an element to the page, as an HTML injection would. @returns the browser's reaction, and the CSP directives that
 * blocked the element
 */
const inject = (page: Page, tag: 'script' | 'link', attributes: Record<string, string>) =>
  page.evaluate<{ event: string; violations: string[]; attacked: boolean }>(`new Promise((resolve) => {
    const violations = [];
    document.addEventListener('securitypolicyviolation', (event) => violations.push(event.effectiveDirective));
    const element = Object.assign(document.createElement('${tag}'), ${JSON.stringify(attributes)});
    // The event about a violation is queued before that of the element.
    const end = ({ type }) =>
      requestAnimationFrame(() => resolve({ event: type, violations, attacked: 'attacked' in globalThis }));
    element.onload = end;
    element.onerror = end;
    document.head.append(element);
  })`);

test.each(['script', 'module'] as const)(
  'a %s from a listener does not run in the console',
  async (attack) => {
    const page = await openHome();
    const blocked = { event: 'error', attacked: false, violations: ['script-src-elem'] };
    const type = attack === 'module' ? 'module' : 'text/javascript';
    expect(await inject(page, 'script', { src: pathOf(attack), type })).toEqual(blocked);
    // The policy allows the asset folder. No path below it reaches a listener.
    for (const way of ['/assets/..%2f', '/assets/%2e%2e%2f', '/assets//']) {
      const src = `${way}${pathOf(attack).slice(1)}`;
      expect(await inject(page, 'script', { src, type })).toMatchObject({ event: 'error', attacked: false });
    }
    await expectSignedIn(page);
  },
);

test('a style from a listener is not applied in the console', async () => {
  const page = await openHome();
  const link = { rel: 'stylesheet', href: pathOf('style') };
  expect(await inject(page, 'link', link)).toMatchObject({ event: 'error', violations: ['style-src-elem'] });
  expect(await page.locator('body').isVisible()).toBe(true);
});

test.each(['script', 'module'] as const)(
  'a %s from a listener is not registered as a service worker',
  async (attack) => {
    const page = await openHome();
    const path = JSON.stringify(pathOf(attack));
    const outcome = await page.evaluate(`(async () => {
      const register = (scope) => navigator.serviceWorker.register(${path}, { scope });
      const tried = await Promise.allSettled([register('/'), register(${path})]);
      const registered = await navigator.serviceWorker.getRegistrations();
      return { tried: tried.map(({ status }) => status), registered: registered.length };
    })()`);
    expect(outcome).toEqual({ tried: ['rejected', 'rejected'], registered: 0 });
    await expectSignedIn(page);
  },
);

// This test runs last, because it changes the URLs of all listeners.
test('with a listener host, the listener host does not serve the console or its API, and the console host does not serve listeners', async () => {
  const page = await openHome();
  const { host, port } = new URL(stage.hark().url);
  const listenerHost = `localhost:${port}`;
  const before = pathOf('html');
  await applyMore(stage.hark(), { listener_host: listenerHost });
  const status = async (at: string, path: string) => (await fetch(`http://${at}${path}`)).status;
  expect([await status(host, before), await status(listenerHost, before)]).toEqual([404, 200]);
  for (const path of [
    '/',
    '/sign-in',
    '/api/leads?apikey=x',
    '/mcp',
    '/.well-known/oauth-authorization-server',
  ])
    expect(await status(listenerHost, path), path).toBe(404);
  const [{ id } = { id: 0 }] = await stage
    .hark()
    .query<{ id: number }>("select id from workflows where name = 'html'");
  await page.goto(`${stage.hark().url}/workflows/${id}/triggers`);
  await page.getByText(`http://${listenerHost}${before}`, { exact: true }).first().waitFor();
  await page.getByText(`served at ${listenerHost}, which this page can't call`).waitFor();
  expect(await page.getByRole('button', { name: 'Send', exact: true }).count()).toBe(0);
});
