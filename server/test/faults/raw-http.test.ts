// Sends malformed HTTP through the shipped nginx configuration, and measures a real process's memory with unfinished
// request bodies.
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../src/lib/process/free-port.ts';
import { eventually } from '../harness/eventually.ts';
import { type RunningHark, runHark } from '../harness/hark-process.ts';
import { type ServedDatabase, startServedDatabase } from '../harness/served-database.ts';
import { type OwnNginx, startOwnNginx } from '../harness/servers/own-nginx.ts';
import { rawHttpCorpus } from '../http/server/raw-http-corpus.ts';

let served: ServedDatabase;
let hark: RunningHark;
let nginx: OwnNginx;
let host = '';
let path = '';

beforeAll(async () => {
  served = await startServedDatabase('raw_http');
  hark = await served.serve({ TRUST_PROXY: '1' });
  const httpsPort = await freePort();
  host = `localhost:${httpsPort}`;
  const file = join(hark.env.HARK_DATA_DIR ?? '', 'workspace.json');
  const users = [{ email: 'ann@acme.test', name: 'Ann', role: 'Administrator' }];
  const steps = [{ name: 'kept', type: 'set', values: { x: '1' } }];
  const workflows = [{ name: 'Form', owner: 'ann@acme.test', listener: {}, steps }];
  const workspaces = [
    { name: 'Acme', base_url: `https://${host}`, users, workflows },
    // With a single workspace, every host would resolve to it.
    { name: 'Other', base_url: 'https://other.test', users },
    { name: 'Gone', base_url: 'https://gone.test', users },
  ];
  writeFileSync(file, JSON.stringify({ workspaces }));
  const { stdout } = await runHark(['apply', '-f', file, '--json', '--show-secrets'], served.env);
  path = new URL(JSON.parse(stdout).workspaces[0].workflows[0].listener.url).pathname;
  nginx = await startOwnNginx([new URL(hark.url).host], httpsPort);
});
afterAll(async () => {
  await nginx?.remove();
  await served?.remove();
});

const countRuns = async () => (await served.query('select from runs')).length;

/** Sends the bytes and reads until the connection closes. */
function exchange(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const { hostname, port } = new URL(nginx.httpsUrl);
    const socket = connectTls({ host: hostname, port: Number(port), rejectUnauthorized: false }, () =>
      socket.write(Buffer.from(bytes, 'latin1')),
    );
    socket.setEncoding('latin1').on('data', (chunk) => {
      received += chunk;
    });
    socket.on('error', () => {}).on('close', () => resolve(received));
  });
}

/** Listens on a free port until the test ends. */
async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

describe('through nginx', () => {
  test('no request in the corpus becomes several requests or is interpreted differently by the proxy and the server', async () => {
    for (const { name, bytes, statuses, stored } of rawHttpCorpus) {
      const before = await countRuns();
      const received = await exchange(bytes({ host, path }));
      const answered = received.match(/(?<=HTTP\/1\.1 )\d{3}/g) ?? [];
      // A 502 would mean that nginx and the server disagree about where a message ends.
      expect(answered, name).not.toContain('502');
      expect(answered.length, `${name}: ${answered}`).toBeLessThanOrEqual(Math.max(1, statuses.length));
      // nginx parses line endings and chunks more leniently than the server and forwards what it parsed, but one
      // request stays one request.
      expect((await countRuns()) - before, name).toBeLessThanOrEqual(Math.max(1, stored));
    }
  });

  test('no request in the corpus for a workspace that has moved leaves for another host than its new one', async () => {
    let forwarded = 0;
    const elsewhere = createHttpServer((request, response) => {
      forwarded++;
      request.resume().on('end', () => response.writeHead(201).end());
    });
    const elsewhereUrl = `http://127.0.0.1:${await listen(elsewhere)}`;
    let strayed = 0;
    const foreign = `127.0.0.1:${await listen(createServer(() => strayed++))}`;
    await served.query(
      "update workspaces set move_state = 'moved', move_id = gen_random_uuid(), suspended_at = now(), switches_at = now(), forward_to = $1 where name = 'Gone'",
      [[elsewhereUrl]],
    );
    const target = { host: 'gone.test', path: '/listener/a/b', foreign };
    const [first] = rawHttpCorpus;
    await eventually(async () =>
      expect(await exchange(first?.bytes(target) ?? '')).toMatch(/^HTTP\/1\.1 201 /),
    );
    for (const { name, bytes, statuses, stored } of rawHttpCorpus) {
      const before = forwarded;
      const answered = (await exchange(bytes(target))).match(/(?<=HTTP\/1\.1 )\d{3}/g) ?? [];
      expect(answered, name).not.toContain('502');
      expect(answered.length, `${name}: ${answered}`).toBeLessThanOrEqual(Math.max(1, statuses.length));
      expect(forwarded - before, name).toBeLessThanOrEqual(Math.max(1, stored));
    }
    expect(forwarded).toBeGreaterThan(30);
    expect(strayed).toBe(0);
  });

  test('a rejected upload gets its response', async () => {
    const body = 'x'.repeat(1024 * 1024 + 1);
    const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`;
    expect(await exchange(head + body)).toMatch(/^HTTP\/1\.1 413 /);
  });
});

describe('300 connections with unfinished bodies of 1 MiB', () => {
  const mebibyte = 1024 * 1024;
  const residentBytes = () => {
    const status = readFileSync(`/proc/${hark.process.pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
  };

  const send = async (target: string): Promise<{ socket: Socket; answer: () => string }> => {
    const { hostname, port } = new URL(hark.url);
    const socket = connect({ host: hostname, port: Number(port) });
    let received = '';
    socket
      .on('error', () => {})
      .on('data', (chunk) => {
        received += chunk;
      });
    await once(socket, 'connect');
    const type = 'Content-Type: application/x-www-form-urlencoded';
    const head = `POST ${target} HTTP/1.1\r\nHost: ${host}\r\n${type}\r\nContent-Length: ${mebibyte}\r\n\r\n`;
    await new Promise((resolve) => socket.write(head + 'x'.repeat(mebibyte - 10), resolve));
    return { socket, answer: () => received };
  };

  test.each([
    ['/sign-in', /^HTTP\/1\.1 413 /],
    ['the listener', /^HTTP\/1\.1 503 /],
  ])(
    'to %s: memory stays bounded, and other requests are served',
    async (target, rejection) => {
      const before = residentBytes();
      const clients: Awaited<ReturnType<typeof send>>[] = [];
      for (let count = 0; count < 300; count++)
        clients.push(await send(target === '/sign-in' ? target : path));
      const rejected = () => clients.filter(({ answer }) => rejection.test(answer())).length;
      // The budget of 64 MiB fits at most 64 bodies.
      await eventually(() => rejected() >= 300 - 64);
      expect(residentBytes() - before).toBeLessThan(200 * mebibyte);
      const served = await fetch(`${hark.url}/healthz`, { signal: AbortSignal.timeout(10_000) });
      expect(served.status).toBe(200);
      for (const { socket } of clients) socket.destroy();
    },
    120_000,
  );
});
