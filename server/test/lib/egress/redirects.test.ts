import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { judgeTarget } from '../../../src/lib/egress/target.ts';
import { startOutside } from '../../harness/servers/outside-server.ts';
import { literalHosts } from './addresses.ts';
import { callWith } from './calls.ts';
import { watchDialling } from './dialled.ts';

const dialled = watchDialling();

/** A server that records the requests it receives. */
async function startRecorder() {
  const seen: { method: string | undefined; headers: IncomingMessage['headers']; body: string }[] = [];
  const server = await startOutside(async (request, response) => {
    seen.push({ method: request.method, headers: request.headers, body: await text(request) });
    response.end('arrived');
  });
  return { ...server, seen };
}

const redirecting = (location: string, status = 302) =>
  startOutside((_request, response) => response.writeHead(status, { location }).end());

const secretive = {
  authorization: 'Bearer x',
  cookie: 'a=b',
  'x-api-key': 'k',
  'x-custom': 'c',
  accept: 'text/plain',
};

test('a redirect to another origin drops credentials and custom headers', async () => {
  const target = await startRecorder();
  const server = await redirecting(`${target.url}/there?x=1`);
  const { call } = callWith({ allow: [server.place, target.place] });
  expect((await call(server.url, { headers: secretive })).body.toString()).toBe('arrived');
  const { accept, authorization, cookie, ...others } = target.seen[0]?.headers ?? {};
  expect([accept, authorization, cookie]).toEqual(['text/plain', undefined, undefined]);
  expect(Object.keys(others).filter((name) => name.startsWith('x-'))).toEqual([]);
});

test('a redirect within the origin keeps all headers, and the body if the method stays the same', async () => {
  const seen: string[] = [];
  const server = await startOutside(async (request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization} ${await text(request)}`);
    const [, status] = /^\/(\d+)$/.exec(request.url ?? '') ?? [];
    if (status) response.writeHead(Number(status), { location: 'end' }).end();
    else response.end('arrived');
  });
  const { call } = callWith({ allow: [server.place] });
  for (const status of [301, 302, 303, 307, 308]) {
    await call(`${server.url}/${status}`, {
      method: 'POST',
      body: 'b',
      headers: { ...secretive, 'content-type': 'text/x' },
    });
  }
  expect(seen.filter((line) => line.includes('/end'))).toEqual([
    ...Array(3).fill('GET /end Bearer x '),
    ...Array(2).fill('POST /end Bearer x b'),
  ]);
});

test.each([307, 308])("a %i redirect to another origin doesn't forward the body", async (status) => {
  const target = await startRecorder();
  const server = await redirecting(target.url, status);
  const { call } = callWith({ allow: [server.place, target.place] });
  await expect(call(server.url, { method: 'POST', body: 'b' })).rejects.toThrow(
    "which doesn't get the request body",
  );
  expect(target.connections()).toBe(0);
});

test.each([
  ...literalHosts.map((host) => `http://${host}/`),
  ...[
    'http://localhost/',
    'https://inside.example/',
    'file:///etc/passwd',
    'http://user@partner.example/',
    'http://partner.example:22/',
  ],
  ...['//127.0.0.1/', '\\\\127.0.0.1\\', 'ftp://partner.example/', 'gopher://127.0.0.1:6379/_FLUSHALL'],
])('a redirect to %s is rejected before connecting', async (location) => {
  const server = await redirecting(Buffer.from(location).toString('latin1'));
  const { call } = callWith({
    allow: [server.place],
    resolve: async (name) => [name === 'partner.example' ? '93.184.215.14' : '127.0.0.1'],
  });
  await expect(call(server.url)).rejects.toMatchObject({ kind: expect.stringMatching(/refused|unusable/) });
  expect([server.connections(), dialled]).toEqual([1, ['127.0.0.1']]);
});

test("a redirect can't reach a host on the operator's allow list", () => {
  const rules = { ports: new Set([443]), allow: new Set(['inside.example:8080']), httpsOnly: false };
  const judge = (mayUseAllowed: boolean) =>
    judgeTarget('http://inside.example:8080/', { ...rules, mayUseAllowed });
  expect(judge(true).isAllowed).toBe(true);
  expect(() => judge(false)).toThrow("Port 8080 isn't allowed");
});

test('redirect loops and long redirect chains end with an error', async () => {
  const server = await startOutside((request, response) => {
    response.writeHead(302, { location: `${request.url}x` }).end();
  });
  const { call } = callWith({ allow: [server.place] });
  await expect(call(server.url)).rejects.toThrow('redirected more than 5 times');
  expect(server.connections()).toBe(6);
});

test('with redirects disabled, returns the redirect response itself', async () => {
  const server = await redirecting('http://127.0.0.1/');
  const { call } = callWith({ allow: [server.place] });
  expect((await call(server.url, { redirects: 0 })).status).toBe(302);
});
