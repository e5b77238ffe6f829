// Runs client/examples/browser-call.ts in a real browser: a page on another origin uses the published package to call
// a listener (spec/listeners §4).
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveRole } from '../../src/core/roles/index.ts';
import { saveWorkflow } from '../../src/core/workflows/index.ts';
import { createWorkspace } from '../../src/core/workspaces/index.ts';
import { makeFreshProject } from '../client/fresh-project.ts';
import { buildUser, changing } from '../harness/builders.ts';
import { useChromium, usualLook } from '../harness/console/chromium.ts';
import { useListenerServer } from '../harness/servers/listener-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const server = useListenerServer(database);
const chromium = useChromium();
let project: Awaited<ReturnType<typeof makeFreshProject>>;
let page: Server;
let listenerUrl = '';

const html = () => `<!doctype html><title>A shop</title><link rel="icon" href="data:,">
<script type="importmap">{"imports":{"@harkhq/client":"/node_modules/@harkhq/client/dist/index.js"}}</script>
<form action="${listenerUrl}"><input name="email" value="lea@example.test"><button>Send</button><output></output></form>
<script type="module" src="/browser-call.js"></script>`;

/** Serves the page, the compiled example and the installed package, unbundled. */
function serve(url: string): { type: string; text: string } {
  if (url === '/') return { type: 'text/html', text: html() };
  const file = join(project.folder, url === '/browser-call.js' ? 'browser-call.ts' : url);
  const text = readFileSync(file, 'utf8');
  return { type: 'text/javascript', text: file.endsWith('.ts') ? stripTypeScriptTypes(text) : text };
}

beforeAll(async () => {
  project = await makeFreshProject();
  page = createServer((request, reply) => {
    const { type, text } = serve(request.url ?? '');
    reply.writeHead(200, { 'content-type': type }).end(text);
  }).listen(0, '127.0.0.1');
  await once(page, 'listening');
  const { context } = database.current;
  const host = `hark.test:${server.port()}`;
  const actor = { user: null, means: { type: 'apply' }, origin: null } as const;
  const wanted = { name: 'Acme', baseUrl: `http://${host}`, host };
  const id = await createWorkspace(context, actor, wanted, async (change) => change.workspace);
  await changing(context, id, (change) => saveRole(change, { name: 'Everything', isAdmin: true }));
  const { email: owner } = await buildUser(context, id, { role: 'Everything' });
  const steps = [{ name: 'save', type: 'lead.upsert', match: { email: '{{ __data.email }}' }, fields: {} }];
  const { listener } = await changing(context, id, (change) =>
    saveWorkflow(change, {
      name: 'Form',
      owner,
      steps,
      listener: { allow_cors: true, cors_domains: shop() },
    }),
  );
  listenerUrl = `${wanted.baseUrl}/listener/${listener.firstHash}/${listener.secondHash}`;
});
afterAll(() => {
  page?.close();
  project?.remove();
});

const portOf = () => (page.address() as AddressInfo).port;
const shop = () => `http://shop.test:${portOf()}`;

/** Opens the page on the given origin and submits the form. @returns the text that the page shows afterwards */
async function sendFrom(origin: string, times = 1): Promise<string> {
  const tab = await chromium.open(usualLook);
  await tab.goto(origin);
  for (let sent = 0; sent < times; sent++) {
    await tab.evaluate("document.querySelector('output').value = ''");
    await tab.click('button');
    await tab.waitForFunction("document.querySelector('output').value !== ''");
  }
  const shown: string = await tab.evaluate("document.querySelector('output').value");
  await tab.close();
  return shown;
}

const leads = async () => {
  const rows = await database.current.query<{ leads: string; runs: string }>(
    'select (select count(*) from leads) leads, (select count(*) from runs) runs',
  );
  return rows[0];
};

test('a page on an allowed origin can call a listener, and a double click starts one run', async () => {
  expect(await sendFrom(shop(), 2)).toBe('Thank you.');
  await expect.poll(leads).toEqual({ leads: '1', runs: '1' });
});

test('a page on another origin is rejected and shows an error', async () => {
  expect(await sendFrom(`http://other.test:${portOf()}`)).toBe('Something went wrong. Please try again.');
  expect(await leads()).toEqual({ leads: '1', runs: '1' });
});
