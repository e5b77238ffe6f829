// Requests for a workspace that moves to another installation (spec/cells §4.6).
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type ClientRequest, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { FindMoved } from '../../../src/http/server/forward-moved.ts';
import type { Limits } from '../../../src/http/server/limits.ts';
import { freePort } from '../../../src/lib/process/free-port.ts';
import { clientOf, startServer } from '../start-server.ts';
import { rawHttpCorpus } from './raw-http-corpus.ts';

/** Starts the new installation's server, which tells what it received. */
async function startElsewhere() {
  const seen: { request: IncomingMessage; body: string }[] = [];
  const server = createServer(async (received, response) => {
    let body = '';
    for await (const chunk of received) body += chunk;
    seen.push({ request: received, body });
    response.writeHead(201, ['X-Answer', 'one', 'X-Answer', 'two']).end('served elsewhere');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

async function ask(port: number, host: string, headers: string[] = [], body = '') {
  const sent = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/listener/a/b?c=d',
    headers: ['Host', host, ...headers],
  });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of answer) text += chunk;
  return { status: answer.statusCode, raw: answer.rawHeaders, headers: answer.headers, text };
}

const start = async (findMoved: FindMoved) => (await startServer({ findMoved })).port;

/** Starts a server whose host gone.test has moved. */
async function startMoved(limits: Partial<Limits> = {}) {
  const elsewhere = await startElsewhere();
  const findMoved: FindMoved = (host) => (host === 'gone.test' ? { forwardTo: [elsewhere.url] } : undefined);
  return { elsewhere, ...(await startServer({ findMoved, limits })) };
}

/** Returns the hosts of all requests that this process sends from now on. */
function watchSentRequests(): string[] {
  const hosts: string[] = [];
  const note = (message: unknown) => {
    const { request: sent } = message as { request: ClientRequest };
    hosts.push(sent.host);
  };
  subscribe('http.client.request.start', note);
  onTestFinished(() => void unsubscribe('http.client.request.start', note));
  return hosts;
}

test('are forwarded with everything the sender wrote, and the answer comes back', async () => {
  const elsewhere = await startElsewhere();
  const port = await start((host) => (host === 'gone.test' ? { forwardTo: [elsewhere.url] } : undefined));
  const { status, raw, text } = await ask(
    port,
    'gone.test',
    ['ApiKey', 'x', 'X-Twice', '1', 'X-Twice', '2'],
    'hello',
  );
  expect([status, text]).toEqual([201, 'served elsewhere']);
  expect(raw.filter((_, index) => raw[index - 1] === 'X-Answer')).toEqual(['one', 'two']);
  const [seen] = elsewhere.seen;
  expect(seen?.body).toBe('hello');
  expect([seen?.request.method, seen?.request.url]).toEqual(['POST', '/listener/a/b?c=d']);
  expect(seen?.request.rawHeaders).toEqual(expect.arrayContaining(['ApiKey', 'gone.test']));
  expect(seen?.request.headersDistinct['x-twice']).toEqual(['1', '2']);
  expect(seen?.request.headers['x-forwarded-for']).toMatch(/127\.0\.0\.1$/);
});

test('go to another process if one is down, and are asked to try again if all are', async () => {
  const elsewhere = await startElsewhere();
  const closed = `http://127.0.0.1:${await freePort()}`;
  const port = await start((host) =>
    host === 'half.test'
      ? { forwardTo: [closed, elsewhere.url] }
      : host === 'down.test'
        ? { forwardTo: [closed] }
        : undefined,
  );
  for (let attempt = 0; attempt < 4; attempt++)
    expect((await ask(port, 'half.test', [], 'x')).status).toBe(201);
  expect(elsewhere.seen.map(({ body }) => body)).toEqual(['x', 'x', 'x', 'x']);
  const { status, headers } = await ask(port, 'down.test');
  expect([status, headers['retry-after']]).toEqual([503, '1']);
});

test('are asked to try again during the switch, and other workspaces are served', async () => {
  const port = await start((host) => (host === 'moving.test' ? 'unavailable' : undefined));
  const { status, headers, text } = await ask(port, 'moving.test');
  expect([status, headers['retry-after']]).toEqual([503, '1']);
  expect(text).toContain('moving to another installation');
  expect((await ask(port, 'acme.example')).status).not.toBe(503);
});

test('do not go round in circles', async () => {
  const ports: string[] = [];
  const port = await start(() => ({ forwardTo: ports }));
  ports.push(`http://127.0.0.1:${port}`);
  expect((await ask(port, 'round.test')).status).toBe(503);
});

test('do not skip the limit by a forged count of hops', async () => {
  const { ask: send, elsewhere } = await startMoved();
  for (const hops of ['-1', '3', '1e0', '99', 'x'])
    expect(
      (await send('GET', '/', { host: 'gone.test', headers: [`X-Hark-Forwarded: ${hops}`] })).status,
    ).toBe(503);
  expect(elsewhere.seen).toEqual([]);
});

describe('go to the new installation only', () => {
  const foreign = '127.0.0.2:9';

  test('with any target, which is passed on as it was written, without a host', async () => {
    const { ask: send, elsewhere } = await startMoved();
    const hosts = watchSentRequests();
    const targets = [
      `//${foreign}/x`,
      `///${foreign}/x`,
      `//user@${foreign}/x`,
      `/\\${foreign}/x`,
      `/\\/${foreign}/x`,
      `/%2F${foreign}/x`,
      `/%5C${foreign}/x`,
      `/.//${foreign}/x`,
      `/x?//${foreign}`,
      `/x#//${foreign}`,
    ];
    const absolute = [`http://${foreign}/x`, `HTTPS://${foreign}/x`, `ftp://user@${foreign}/x`];
    for (const target of [...targets, ...absolute])
      expect((await send('GET', target, { host: 'gone.test' })).status, target).toBe(201);
    expect(elsewhere.seen.map(({ request: { url } }) => url)).toEqual([
      ...targets,
      ...absolute.map(() => '/x'),
    ]);
    expect(new Set(hosts)).toEqual(new Set(['127.0.0.1']));
  });

  test('with all malformed and unusual HTTP, and one request stays one request', async () => {
    const { port, elsewhere } = await startMoved();
    const hosts = watchSentRequests();
    for (const { name, bytes, statuses, stored } of rawHttpCorpus) {
      const before = elsewhere.seen.length;
      const sent = Buffer.from(bytes({ host: 'gone.test', path: '/listener/a/b', foreign }), 'latin1');
      const received = await clientOf(port).exchange(sent);
      expect(received.match(/(?<=HTTP\/1\.1 )\d{3}/g) ?? [], name).toHaveLength(statuses.length);
      const seen = elsewhere.seen.slice(before);
      expect(seen.length, name).toBeGreaterThanOrEqual(stored);
      expect(seen.length, name).toBeLessThanOrEqual(Math.max(1, stored));
      for (const {
        request: { headers, headersDistinct },
        body,
      } of seen) {
        expect(headers['transfer-encoding'], name).toBeUndefined();
        expect(headersDistinct['content-length'], name).toEqual([String(body.length)]);
      }
      if (stored > 0) expect(['{"a":1}', ''], name).toContain(seen[0]?.body);
    }
    expect(hosts.length).toBe(elsewhere.seen.length);
    expect(new Set(hosts)).toEqual(new Set(['127.0.0.1']));
  });
});

describe('have the limits of all requests', () => {
  // A connection is closed once its body has arrived, or after this time.
  const shortly = { headersTimeoutMs: 300, requestTimeoutMs: 300, connectionsCheckingIntervalMs: 50 };

  test('a request beyond them is not forwarded', async () => {
    const { ask: send, elsewhere } = await startMoved(shortly);
    const manyHeaders = Array.from({ length: 101 }, (_, index) => `X-${index}: y`);
    const refused: [status: number, target: string, headers: string[]][] = [
      [414, `/${'x'.repeat(9_000)}`, []],
      [431, '/', manyHeaders],
      [400, '/%zz', []],
      [400, '/', ['Host: other.test']],
      [413, '/', ['Content-Length: 1048577']],
    ];
    for (const [status, target, headers] of refused) {
      const answer = await send('POST', target, { host: 'gone.test', headers });
      expect([answer.status, answer.headers.get('connection')]).toEqual([status, 'close']);
      expect(JSON.parse(answer.text)).toEqual({ error: { code: status, message: expect.any(String) } });
      expect(answer.headers.get('hark-error')).toBe('invalid_request');
    }
    expect(elsewhere.seen).toEqual([]);
  });

  test('a body that does not fit into the memory for all bodies gets 503', async () => {
    const { exchange, elsewhere } = await startMoved({ ...shortly, bodyBudgetBytes: 1_024 });
    const head = 'POST / HTTP/1.1\r\nHost: gone.test\r\nConnection: close\r\nContent-Length: 4000\r\n\r\n';
    expect(await exchange(head + 'x'.repeat(3_000))).toMatch(/^HTTP\/1\.1 503 /);
    expect(elsewhere.seen).toEqual([]);
  });
});

test('are logged and counted, with the same request ID in both installations', async () => {
  const { ask: send, elsewhere, log, metrics } = await startMoved();
  await send('GET', '/secret?apikey=secret', { host: 'gone.test', headers: ['X-Request-Id: the-id'] });
  await expect
    .poll(() => log.lines().filter(({ msg }) => msg === 'request'))
    .toMatchObject([{ request_id: 'the-id', method: 'GET', route: null, status: 201, workspace_id: null }]);
  expect(log.text()).not.toContain('secret');
  expect(elsewhere.seen[0]?.request.headersDistinct['x-request-id']).toEqual(['the-id']);
  expect(await metrics.registry.metrics()).toMatch(
    /http_server_request_duration_seconds_count\{[^}]*surface="moved"[^}]*\} 1/,
  );
});
