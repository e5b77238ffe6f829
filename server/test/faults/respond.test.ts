// A caller can wait up to 20 seconds for the workflow's response, even if notifications get lost (spec/listeners §7.2).
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/db/database.ts';
import type { RunId } from '../../src/lib/ids.ts';
import { eventually } from '../harness/eventually.ts';
import { type RunningHark, startServing } from '../harness/hark-process.ts';
import {
  addressOf,
  asAdministrator,
  createScratchDatabase,
  dropDatabase,
  silent,
  testKey,
} from '../harness/scratch-database.ts';
import { type ApiAnswer, sendTo } from '../harness/servers/api-server.ts';
import { type DeafProxy, startDeafProxy } from '../harness/servers/deaf-proxy.ts';
import { testContext } from '../harness/test-database.ts';
import { buildStage, execute, type Stage } from '../runs/run-stage.ts';

const databaseName = `hark_test_${process.pid}_respond`;
const callers = 20;
const started: RunningHark[] = [];
let db: Database;
let proxy: DeafProxy;
let stage: Stage;
let env: Record<string, string>;

beforeAll(async () => {
  const addresses = await createScratchDatabase(databaseName);
  db = openDatabase(addresses, { applicationName: 'hark-test', poolSize: 4, logger: silent });
  const answer = { name: 'answer', type: 'respond', status: 201, body: 'hello {{ __data.n }}' };
  stage = await buildStage(testContext(db), [answer], { respond_with: 'workflow' });
  const dispatch = new URL(addresses.login.dispatch.reveal());
  proxy = await startDeafProxy({ host: dispatch.hostname, port: Number(dispatch.port || 5432) });
  [dispatch.hostname, dispatch.port] = ['127.0.0.1', String(proxy.port)];
  env = {
    DATABASE_URL: addressOf(databaseName).reveal(),
    DATABASE_DISPATCH_URL: dispatch.href,
    SECRET_KEY: testKey.reveal(),
  };
}, 60_000);

afterAll(async () => {
  await Promise.all(started.map((hark) => hark.remove()));
  proxy.close();
  await db.close();
  await dropDatabase(databaseName, { roles: true });
}, 60_000);

async function startServe(): Promise<RunningHark> {
  const hark = await startServing(env);
  started.push(hark);
  return hark;
}

const call = ({ url }: RunningHark, n: string): Promise<ApiAnswer> =>
  sendTo(Number(new URL(url).port), 'POST', stage.path, {
    headers: { host: stage.workspace.host, 'content-type': 'application/json' },
    body: { n },
  });

/** Waits until `count` runs whose input contains this string are accepted, and returns the runs. */
const runsWith = (text: string, count: number) =>
  eventually(() =>
    asAdministrator(async (client) => {
      const { rows } = await client.query<{ id: RunId }>('select id from runs where input like $1', [
        `%${text}%`,
      ]);
      return rows.length === count && rows.map(({ id }) => id);
    }, addressOf(databaseName)),
  );

/** Executes the runs in this process, while another process waits for their responses. */
const executeAll = (runs: readonly RunId[]) =>
  Promise.all(runs.map((run) => execute(stage.context, { workspace: stage.workspace.id, run, fence: 0 })));

/** Returns how long after the end of the last run all callers had their responses. */
async function waitFor(hark: RunningHark, text: string): Promise<number> {
  const answers = Promise.all(Array.from({ length: callers }, (_, n) => call(hark, `${text} ${n}`)));
  await executeAll(await runsWith(text, callers));
  const executedAt = performance.now();
  const given = await answers;
  expect(given.map(({ status, text: body }) => `${status} ${body}`)).toEqual(
    Array.from({ length: callers }, (_, n) => `201 hello ${text} ${n}`),
  );
  return performance.now() - executedAt;
}

test('callers on one process get the responses of runs that another process executed, even if notifications are dropped or cut off', async () => {
  const hark = await startServe();
  await waitFor(hark, 'heard');
  proxy.lose('swallow');
  expect(await waitFor(hark, 'swallowed')).toBeLessThan(5_000);
  expect(proxy.lost()).toBeGreaterThan(0);
  proxy.lose('cut');
  expect(await waitFor(hark, 'cut')).toBeLessThan(5_000);
  await eventually(() => hark.output().includes('notification connection lost'));
}, 90_000);

test('if a process gets SIGTERM while callers wait, every caller gets 202 with the run ID, and the runs continue', async () => {
  const hark = await startServe();
  const answers = Promise.all(Array.from({ length: callers }, (_, n) => call(hark, `stopped ${n}`)));
  const runs = await runsWith('stopped', callers);
  const ended = once(hark.process, 'exit');
  hark.process.kill('SIGTERM');
  const given = await answers;
  expect(given.map(({ status }) => status)).toEqual(Array.from({ length: callers }, () => 202));
  expect(given.map(({ json }) => json.run_id).sort()).toEqual([...runs].sort());
  expect((await ended)[0]).toBe(0);
  await executeAll(runs);
  const { rows } = await asAdministrator(
    (client) =>
      client.query('select count(*)::int as count from runs where id = any($1) and answer is not null', [
        runs,
      ]),
    addressOf(databaseName),
  );
  expect(rows[0].count).toBe(callers);
}, 60_000);
