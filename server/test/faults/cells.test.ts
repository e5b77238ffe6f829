// Runs deploy/nginx-cells.conf in front of two installations, with what `hark cells` writes, and one Prometheus for both.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDirectory, renderNginxFile } from '../../src/core/cells/index.ts';
import { freePort } from '../../src/lib/process/free-port.ts';
import { eventually } from '../harness/eventually.ts';
import { type RunningHark, runHark } from '../harness/hark-process.ts';
import { type ServedDatabase, startServedDatabase } from '../harness/served-database.ts';
import { askOverHttps } from '../harness/servers/https-request.ts';
import { type OwnNginx, startOwnCellsProxy } from '../harness/servers/own-nginx.ts';
import { startCellsPrometheus } from '../harness/servers/own-prometheus.ts';

const folder = mkdtempSync(join(tmpdir(), 'hark-two-cells-'));
const [file, out] = [join(folder, 'cells.yaml'), join(folder, 'hark-cells.conf')];
const databases: ServedDatabase[] = [];
const serves: RunningHark[] = [];
let nginx: OwnNginx;
let metricsPorts: readonly [number, number];

const cells = async (...args: string[]) => {
  const ended = await runHark(['cells', ...args, '--file', file], { PATH: process.env.PATH ?? '' });
  if (ended.code !== 0) throw new Error(ended.stderr);
};
const keyOf = (host: string) => `a-key-of-${host}-0123456789`;

/** Starts a cell with workspaces. Its name is the name of their only user. */
async function startCell(cell: string, hosts: readonly string[], metricsPort: number): Promise<RunningHark> {
  const served = await startServedDatabase(`cell_${cell}`);
  databases.push(served);
  const workspaces = hosts.map((host) => ({
    name: host,
    base_url: `https://${host}`,
    settings: { rate_limit_per_minute: 60_000, rate_limit_burst: 5_000 },
    users: [{ email: 'ann@acme.test', name: cell, role: 'Administrator', api_key: keyOf(host) }],
  }));
  const workspaceFile = join(folder, `${cell}.json`);
  writeFileSync(workspaceFile, JSON.stringify({ workspaces }));
  const applied = await runHark(['apply', '-f', workspaceFile], served.env);
  if (applied.code !== 0) throw new Error(applied.stderr);
  return served.serve({ TRUST_PROXY: '1', METRICS_PORT: `${metricsPort}` });
}

beforeAll(async () => {
  metricsPorts = [await freePort(), await freePort()];
  serves.push(await startCell('a', ['one.test', 'moved.test'], metricsPorts[0]));
  serves.push(await startCell('b', ['two.test', 'moved.test'], metricsPorts[1]));
  await cells('add', 'a', '--address', serves[0]?.url ?? '');
  await cells('add', 'b', '--address', serves[1]?.url ?? '');
  await cells('route', 'two.test', 'b');
  await cells('map', '--out', out);
  nginx = await startOwnCellsProxy(out);
});
afterAll(async () => {
  await nginx?.remove();
  await Promise.all(databases.map((served) => served.remove()));
  rmSync(folder, { recursive: true });
});

/** Calls a host through nginx, over a new connection: a reload closes idle ones. */
const ask = (host: string, path = '/api/users/self') =>
  askOverHttps(`${nginx.httpsUrl}${path}`, {
    headers: { host, apikey: keyOf(host.replace(/:.*/, '').toLowerCase()) },
  });

/** Returns the name of the cell that responds, or the status of an error. */
const cellOf = async (host: string): Promise<string | number> => {
  const { status, text } = await ask(host);
  return status === 200 ? JSON.parse(text).user.name : status;
};

test('a host reaches the cell that lists it, and other hosts reach the default cell (spec/cells §1.3, §3.1)', async () => {
  expect(await Promise.all(['one.test', 'two.test', 'moved.test'].map(cellOf))).toEqual(['a', 'b', 'a']);
  expect(await cellOf('TWO.test')).toBe('b');
  expect(await cellOf('unknown.test')).toBe(404);
});

test('a route takes effect with the reload, and no request fails (spec/cells §1.4, §2.3)', async () => {
  const seen: (string | number)[] = [];
  let isDone = false;
  const asking = (async () => {
    while (!isDone) seen.push(await cellOf('moved.test'));
  })();
  await cells('route', 'moved.test', 'b');
  await cells('map', '--out', out, '--reload', nginx.reloadCommand);
  await eventually(() => seen.at(-1) === 'b');
  isDone = true;
  await asking;
  expect(new Set(seen)).toEqual(new Set(['a', 'b']));
  expect(await cellOf('one.test')).toBe('a');
});

test('connections to a cell are kept alive, and the request arrives unchanged (spec/cells §2.1)', async () => {
  const connections = new Set<unknown>();
  const received: unknown[] = [];
  const upstream = createServer(({ socket, url, headers }, response) => {
    connections.add(socket);
    received.push([url, headers.host, headers['x-forwarded-proto'], headers['x-forwarded-for']]);
    response.end('{}');
  });
  await once(upstream.listen(0, '127.0.0.1'), 'listening');
  try {
    await cells('add', 'c', '--address', `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`);
    await cells('route', 'three.test', 'c');
    await cells('map', '--out', out, '--reload', nginx.reloadCommand);
    await eventually(async () => (await ask('three.test', '/')).text === '{}');
    connections.clear();
    received.length = 0;
    const path = '/listener/a%2Fb/c?d=%20&e=/%7B';
    for (let count = 0; count < 20; count++) await ask('three.test:8443', path);
    const arrived = [path, 'three.test:8443', 'https', '127.0.0.1'];
    expect(received).toEqual(Array.from({ length: 20 }, () => arrived));
    // Each of nginx's processes has its own.
    expect(connections.size).toBeLessThanOrEqual(availableParallelism());
  } finally {
    upstream.close();
    upstream.closeAllConnections();
  }
});

test('nginx builds the tables for many and for the longest hosts without a complaint (spec/cells §2.1)', async () => {
  const long = `${'a'.repeat(62)}.`.repeat(4).slice(0, 246);
  const hosts = Array.from({ length: 20_000 }, (_, index) =>
    index % 4 ? `w${index}.test` : `w${index}.${long}`,
  );
  const cell = { addresses: ['http://127.0.0.1:9'], hosts };
  const [before, text] = [readFileSync(out), JSON.stringify({ default: 'a', cells: { a: cell } })];
  writeFileSync(out, renderNginxFile(readDirectory(text)));
  const tested = spawnSync(nginx.testCommand, { shell: true, encoding: 'utf8' });
  writeFileSync(out, before);
  expect(tested).toMatchObject({ status: 0, stderr: '' });
});

test('one Prometheus shows every cell, and every panel of the dashboard has data', async () => {
  const prometheus = await startCellsPrometheus(metricsPorts);
  try {
    const inBoth = { eu1: expect.anything(), eu2: expect.anything() };
    const valuesOf = async (expression: string) => Object.fromEntries(await prometheus.byCell(expression));
    await eventually(async () => {
      await Promise.all([cellOf('one.test'), cellOf('two.test')]);
      const { eu1 = 0, eu2 = 0 } = await valuesOf('cell:hark_requests:rate5m');
      return eu1 > 0 && eu2 > 0;
    });
    expect(await valuesOf('cell_version:hark_processes:count')).toEqual({ eu1: 1, eu2: 1 });
    expect(await valuesOf('cell:hark_pending_migrations:max')).toEqual({ eu1: 0, eu2: 0 });
    const shipped = new URL('../../../deploy/monitoring/cells-dashboard.json', import.meta.url);
    const { panels } = JSON.parse(readFileSync(shipped, 'utf8'));
    const queries = panels.flatMap(({ targets }: { targets: { expr: string }[] }) => targets);
    expect(queries.length).toBeGreaterThan(8);
    for (const { expr } of queries)
      expect([expr, await valuesOf(expr)]).toEqual([
        expr,
        /^(sum|count)\(/.test(expr) ? { '': expect.anything() } : inBoth,
      ]);
  } finally {
    await prometheus.remove();
  }
});

test('if a cell is killed, its hosts get 503, and the others are not affected (spec/cells §3.1)', async () => {
  const { process: killed } = serves[1] as RunningHark;
  killed.kill('SIGKILL');
  await eventually(async () => (await ask('two.test')).status === 503);
  const message = 'Hark is unavailable. Try again shortly.';
  expect(JSON.parse((await ask('two.test')).text)).toEqual({ error: { code: 503, message } });
  expect(await cellOf('one.test')).toBe('a');
});
