// Any number of deliveries with one key start one run. If the database recovers in time, no caller gets a 503 for a
// committed run (spec/listeners §7.5, §8).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeSettings } from '../../src/core/workspaces/index.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { databaseAddresses } from '../../src/db/tenancy/addresses.ts';
import { Secret } from '../../src/lib/crypto/secret.ts';
import { changing } from '../harness/builders.ts';
import { eventually } from '../harness/eventually.ts';
import { type RunningHark, runHark, startServing } from '../harness/hark-process.ts';
import { asAdministrator, silent, testKey } from '../harness/scratch-database.ts';
import { type ApiAnswer, sendTo } from '../harness/servers/api-server.ts';
import { type CommitProxy, type StopAt, startCommitProxy } from '../harness/servers/commit-proxy.ts';
import { type OwnPostgres, startOwnPostgres } from '../harness/servers/own-postgres.ts';
import { testContext } from '../harness/test-database.ts';
import { buildStage, type Stage } from '../runs/run-stage.ts';

const deliveries = 1_000;
let postgres: OwnPostgres;
let proxy: CommitProxy;
let db: Database;
let stage: Stage;
let processes: RunningHark[];

beforeAll(async () => {
  postgres = await startOwnPostgres();
  const owner = new Secret(postgres.urlOf('hark_deliveries'));
  const env = { DATABASE_URL: owner.reveal(), SECRET_KEY: testKey.reveal() };
  expect((await runHark(['migrate'], env)).code).toBe(0);
  const addresses = databaseAddresses(owner, testKey);
  db = openDatabase(addresses, { applicationName: 'hark-test', poolSize: 4, logger: silent });
  stage = await buildStage(testContext(db));
  await changing(stage.context, stage.workspace.id, (change) =>
    changeSettings(change, { listener_limit_per_second: 100_000 }),
  );
  const ingest = new URL(addresses.login.ingest.reveal());
  proxy = await startCommitProxy({ host: ingest.hostname, port: Number(ingest.port) });
  ingest.port = String(proxy.port);
  processes = await Promise.all([
    startServing(env),
    startServing({ ...env, DATABASE_INGEST_URL: ingest.href }),
  ]);
});

afterAll(async () => {
  await Promise.all(processes.map((hark) => hark.remove()));
  proxy.close();
  await db.close();
  await postgres.remove();
});

function deliver({ url }: RunningHark, key: string | undefined, body: unknown): Promise<ApiAnswer> {
  return sendTo(Number(new URL(url).port), 'POST', stage.path, {
    headers: {
      host: stage.workspace.host,
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body,
  });
}

/** Retries until the delivery is accepted, as a caller that must not lose an event would. */
const deliverWithRetries = (
  hark: RunningHark,
  key: string,
  body: unknown,
  onRefused: (status: number) => void,
) =>
  eventually(async () => {
    const answer = await deliver(hark, key, body);
    if (answer.status === 200) return answer.json.run_id as string;
    onRefused(answer.status);
    return false;
  }, 60_000);

const runsWith = (text: string): Promise<string[]> =>
  asAdministrator(
    async (client) => {
      const { rows } = await client.query<{ id: string }>('select id from runs where input like $1', [
        `%${text}%`,
      ]);
      return rows.map(({ id }) => id);
    },
    new Secret(postgres.urlOf('hark_deliveries')),
  );

test(`${deliveries} deliveries with one key start one run, over two processes and while PostgreSQL crashes`, async () => {
  for (const [round, key] of ['fallen early', 'fallen late'].entries()) {
    const statuses = new Set<number>();
    let answered = 0;
    const restarted = eventually(() => answered >= round * (deliveries / 2)).then(async () => {
      await postgres.stop('immediate');
      await postgres.start();
    });
    const ids = await Promise.all(
      Array.from({ length: deliveries }, async (_, number) => {
        const hark = processes[number % 2] as RunningHark;
        const id = await deliverWithRetries(hark, key, { round: key, number }, (status) =>
          statuses.add(status),
        );
        answered++;
        return id;
      }),
    );
    await restarted;
    expect(new Set(ids).size).toBe(1);
    expect(await runsWith(key)).toEqual([ids[0]]);
    expect([...statuses].filter((status) => status !== 503)).toEqual([]);
  }
});

test.each<[StopAt, string | undefined]>([
  ['answer lost', undefined],
  ['answer lost', 'key of an answer'],
  ['statement lost', undefined],
  ['statement lost', 'key of a statement'],
])(
  'with “%s” between Hark and the database (key: %s), the caller gets 200 and there is one run',
  async (at, key) => {
    const [, hark] = processes as [RunningHark, RunningHark];
    const marker = `canary ${at} ${key}`;
    const lost = proxy.stop(marker, at);
    const answer = deliver(hark, key, { marker });
    await lost;
    const { status, json } = await answer;
    expect(status).toBe(200);
    expect(await runsWith(marker)).toEqual([json.run_id]);
    if (key === undefined) return;
    expect((await deliver(hark, key, { marker })).json.run_id).toBe(json.run_id);
    expect((await deliver(processes[0] as RunningHark, key, { marker })).json.run_id).toBe(json.run_id);
  },
  60_000,
);

test('while PostgreSQL is down every caller soon gets 503, and nothing is stored', async () => {
  await postgres.stop('immediate');
  const startedAt = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 400 }, (_, number) =>
      deliver(processes[number % 2] as RunningHark, undefined, { text: 'sent while away' }),
    ),
  );
  expect(performance.now() - startedAt).toBeLessThan(15_000);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  expect(answers.every(({ headers }) => Number(headers['retry-after']) >= 1)).toBe(true);
  await postgres.start();
  expect(await runsWith('sent while away')).toEqual([]);
  for (const hark of processes)
    await eventually(async () => (await deliver(hark, undefined, {})).status === 200);
});
