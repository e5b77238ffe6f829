// The client says which version it is.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { callListener, Hark } from '../../../client/src/index.ts';

const { version } = JSON.parse(readFileSync('client/package.json', 'utf8'));
let agents: (string | undefined)[] = [];
const server = createServer((request, response) => {
  agents.push(request.headers['user-agent']);
  response.end('{"ok":true,"run_id":"1","user":{}}');
});
let baseUrl: string;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(() => {
  agents = [];
  vi.unstubAllGlobals();
});

test('requests to the API and to listeners name the client and its version', async () => {
  await new Hark({ baseUrl, token: 'hark_any' }).me();
  await callListener({ url: `${baseUrl}/listener/a/b` });
  expect(agents).toEqual([`hark-js/${version}`, `hark-js/${version}`]);
});

test("a caller's own header is kept", async () => {
  await callListener({ url: `${baseUrl}/listener/a/b`, headers: { 'User-Agent': 'shop/1' } });
  expect(agents).toEqual(['shop/1']);
});

test('browsers send their own, because another origin would have to allow the header', async () => {
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0' });
  await callListener({ url: `${baseUrl}/listener/a/b` });
  expect(agents).not.toContain(`hark-js/${version}`);
  expect(agents).toHaveLength(1);
});
