// Tokens, cookies, secrets and keys appear only where they belong (Security R13). Runs a real `hark up` with the most verbose
// logging and dedicated PostgreSQL and Redis servers.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Secret } from '../../src/lib/crypto/secret.ts';
import { freePort } from '../../src/lib/process/free-port.ts';
import type { Canaries } from '../harness/canaries.ts';
import { eventually } from '../harness/eventually.ts';
import { type RunningHark, runHark, startHark, untilWhole } from '../harness/hark-process.ts';
import { asAdministrator } from '../harness/scratch-database.ts';
import { type OwnPostgres, startOwnPostgres } from '../harness/servers/own-postgres.ts';
import { type OwnRedis, startOwnRedis } from '../harness/servers/own-redis.ts';
import { failures, fileAt, hidden, inLead, person, sent } from './canary-data.ts';
import { basic, bearer, type CanaryTarget, sendCanaries, targetAt, token } from './canary-requests.ts';

let postgres: OwnPostgres;
let redis: OwnRedis;
let hark: RunningHark;
let baseUrl: string;
let metricsPort: number;
let target: CanaryTarget;

const database = 'hark';

beforeAll(async () => {
  [postgres, redis, metricsPort] = await Promise.all([startOwnPostgres(), startOwnRedis(), freePort()]);
  hark = await startHark('up', {
    DATABASE_URL: postgres.urlOf(database),
    REDIS_URL: redis.url.reveal(),
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: 'trace',
  });
  baseUrl = hark.url;
  await untilWhole(hark);
  const file = join(hark.env.HARK_DATA_DIR ?? '', 'canary-file.json');
  writeFileSync(file, JSON.stringify(fileAt(baseUrl)));
  const applied = await runHark(['apply', '-f', file, '--json'], hark.env);
  expect(applied.code, applied.stderr).toBe(0);
  const [workspace] = JSON.parse(applied.stdout).workspaces;
  const paths = Object.fromEntries(
    workspace.workflows.map(({ name, listener }: { name: string; listener: { url: string } }) => [
      name,
      new URL(listener.url).pathname,
    ]),
  );
  target = targetAt(baseUrl, paths, workspace.api_clients[0].token);
  await sendCanaries(target);
  await settle();
});

afterAll(async () => {
  await hark?.remove();
  await Promise.all([redis?.stop(), postgres?.remove()]);
});

/** Waits until every run is finished, except the run with a wait step. */
const settle = () =>
  eventually(async () => {
    const { rows } = await asAdministrator(
      (client) => client.query('select status, count(*)::int from runs group by 1 order by 1'),
      new Secret(postgres.urlOf(database)),
    );
    expect(Object.fromEntries(rows.map(({ status, count }) => [status, count]))).toEqual({
      failed: failures.length + 5,
      succeeded: 10,
      waiting: 1,
    });
  });

const all: [string, Canaries][] = [
  ['hidden', hidden],
  ['lead', inLead],
  ['sent', sent],
];
/** Returns the canaries found in the content, except those that are allowed there. */
const foundIn = (content: string | Buffer, except: Canaries[] = []): string[] =>
  all
    .filter(([, kind]) => !except.includes(kind))
    .flatMap(([name, kind]) => kind.findIn(Buffer.from(content)).map((found) => `${name} ${found}`));

const command = async (...args: string[]) => {
  const { code, stdout, stderr } = await runHark([...args, '--workspace', baseUrl, '--json'], hark.env);
  expect(code, stderr).toBe(0);
  return stdout + stderr;
};

describe('no credential or secret is found', () => {
  test('in the most verbose logs of serve, work and the engine, which contain no listener URL either', () => {
    const output = hark.output();
    expect(output).toContain('"process":"serve"');
    expect(output).toContain('"process":"work"');
    expect(foundIn(output)).toEqual([]);
    expect(output).not.toContain(target.clientToken);
    for (const path of Object.values(target.paths)) expect(output).not.toContain(path.split('/')[2]);
  });

  test('in the metrics', async () => {
    expect(foundIn(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text())).toEqual([]);
  });

  test('in runs, their steps, the request inspector and the audit log', {
    timeout: 60_000,
  }, async () => {
    const runsOf = async (name: string) => JSON.parse(await command('runs', '--workflow', name)).runs;
    const [travelling, failing, echoing] = await Promise.all(
      ['Travelling', 'Failing', 'Echoing'].map(runsOf),
    );
    expect([travelling.length, failing.length, echoing.length]).toEqual([1, failures.length, 5]);
    const shown = await Promise.all([
      command('requests', '--workflow', 'Signed'),
      command('requests', '--workflow', 'Open'),
      command('audit'),
      ...[...travelling, ...failing.slice(-2), ...echoing].map(({ id }) => command('run', 'show', id)),
    ]);
    expect(foundIn(JSON.stringify([travelling, failing, echoing]))).toEqual([]);
    expect(shown.flatMap((text) => foundIn(text))).toEqual([]);
    expect(shown.join()).toContain('[secret]');
  });

  test('in a database dump, except where a workflow wrote it or a caller sent it', async () => {
    const dump = postgres.dump(database);
    const tables = dump.split(/^COPY public\./m).slice(1);
    const nameOf = (table: string) => /^\w+/.exec(table)?.[0] ?? '';
    expect(tables.map(nameOf)).toEqual(
      expect.arrayContaining(['secrets', 'listeners', 'refused_requests', 'leads', 'webhooks']),
    );
    expect(dump).not.toContain(target.clientToken);
    const found = tables.flatMap((table) => {
      const name = nameOf(table);
      const except = [
        ...(['leads', 'lead_values', 'lead_history', 'events', 'webhook_deliveries'].includes(name)
          ? [inLead]
          : []),
        ...(/^runs_/.test(name) ? [sent, inLead] : []),
      ];
      return foundIn(table, except).map((hit) => `${name}: ${hit}`);
    });
    expect(found).toEqual([]);
    expect(foundIn(dump.split(/^COPY public\./m)[0] ?? '')).toEqual([]);
    // Proves that the search works, because it finds the allowed canaries.
    expect(inLead.findIn(Buffer.from(dump)).length).toBeGreaterThan(0);
    expect(sent.findIn(Buffer.from(dump)).length).toBeGreaterThan(0);
  });

  test("outside a run's input, even if the caller sent the secret", async () => {
    const { rows } = await asAdministrator(
      (client) => client.query("select to_jsonb(r) - 'input' as rest from runs r"),
      new Secret(postgres.urlOf(database)),
    );
    expect(rows.length).toBeGreaterThan(20);
    expect(foundIn(JSON.stringify(rows))).toEqual([]);
  });

  test("in the engine's files or in its reported state", async () => {
    const folder = join(hark.env.HARK_DATA_DIR ?? '', 'engine');
    const { admin } = JSON.parse(readFileSync(join(folder, 'ports.json'), 'utf8'));
    const answers: string[] = [];
    for (const table of [
      'sys_invocation',
      'sys_journal',
      'sys_inbox',
      'state',
      'sys_promise',
      'sys_idempotency',
    ]) {
      const answer = await fetch(`http://127.0.0.1:${admin}/query`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ query: `select * from ${table}` }),
      });
      if (answer.ok) answers.push(await answer.text());
    }
    expect(answers.length).toBeGreaterThanOrEqual(3);
    expect(answers.join()).toContain('"runs"');
    expect(foundIn(answers.join())).toEqual([]);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(files.length).toBeGreaterThan(10);
    for (const { parentPath, name } of files) {
      expect([name, foundIn(readFileSync(join(parentPath, name)))]).toEqual([name, []]);
    }
  });

  test('in Redis', async () => {
    // Counters in Redis expire within seconds.
    await target.ask('GET', `/api/leads?apikey=${person.api_key}`);
    await target.call('Open', [bearer(hidden.of('last'))]);
    const file = join(hark.env.HARK_DATA_DIR ?? '', 'redis.rdb');
    redis.cli('config', 'set', 'rdbcompression', 'no', 'repl-diskless-sync-delay', '0');
    expect(redis.cli('keys', '*')).toContain('rate:');
    redis.cli('--rdb', file);
    expect(foundIn(readFileSync(file))).toEqual([]);
  });
});

test('the search finds a canary in every encoding', () => {
  const value = hidden.of('test');
  const bytes = Buffer.from(value);
  const spelled = [
    value,
    bytes.toString('hex'),
    bytes.toString('base64'),
    basic(value),
    token(),
    `x${basic(`a${value}`)}`,
  ];
  for (const text of [
    ...spelled,
    encodeURIComponent(value),
    `Basic ${Buffer.from(`us:${value}`).toString('base64url')}`,
  ]) {
    expect(hidden.findIn(Buffer.from(`some text ${text} more`)).length).toBeGreaterThan(0);
  }
});
