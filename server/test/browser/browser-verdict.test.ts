// Compares the verdicts of the console's CORS tester with what a real Chromium does.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type BrowserCall,
  type BrowserVerdict,
  judgeBrowserCall,
} from '../../src/core/listeners/checks/browser-verdict.ts';
import { now, settings } from '../core/listeners/tokens.ts';
import { useChromium, usualLook } from '../harness/console/chromium.ts';

const chromium = useChromium();
let server: Server;
let port = 0;
/** The verdict under test. The server responds exactly as it predicts. */
let verdict: BrowserVerdict;
let arrived: string[] = [];

beforeAll(async () => {
  server = createServer((request, reply) => {
    if (request.method === 'GET')
      return void reply.setHeader('content-type', 'text/html').end('<title>A page</title>');
    arrived.push(request.method ?? '');
    const answer = request.method === 'OPTIONS' ? verdict.preflight : verdict.request;
    reply.writeHead(answer?.status ?? 500, answer?.headers ?? {}).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test.each<[string, Partial<BrowserCall>, object]>([
  ['Authorization', { headerNames: ['authorization'] }, {}],
  ['the header token', { headerNames: ['token'] }, {}],
  ['cookies', { withCredentials: true }, {}],
  ['both protections', { headerNames: ['authorization'] }, { addAuthentication: true }],
])('Chromium sends a request with %s exactly when the verdict says so', async (_name, more, given) => {
  const origin = `http://localhost:${port}`;
  const call: BrowserCall = {
    origin,
    method: 'POST',
    contentType: 'application/json',
    headerNames: [],
    withCredentials: false,
    ...more,
  };
  verdict = judgeBrowserCall(call, settings({ allowCors: true, corsDomains: origin, ...given }), now);
  arrived = [];
  const page = await chromium.open(usualLook);
  await page.goto(origin);
  const headers = Object.fromEntries(call.headerNames.map((name) => [name, 'Bearer x']));
  await page.evaluate(
    async ([url, headers, credentials]) => {
      const given = {
        method: 'POST',
        body: '{}',
        headers: { ...headers, 'content-type': 'application/json' },
      };
      await fetch(url, { ...given, credentials }).catch(() => {});
    },
    [`http://127.0.0.1:${port}/`, headers, call.withCredentials ? 'include' : 'omit'] as const,
  );
  expect(arrived).toEqual(verdict.request ? ['OPTIONS', 'POST'] : ['OPTIONS']);
});
