// Requests for a workspace that moves to another installation (spec/cells §4.6).
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { FindMoved } from '../../../src/http/server/forward-moved.ts';
import { freePort } from '../../../src/lib/process/free-port.ts';
import { startServer } from '../start-server.ts';

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
