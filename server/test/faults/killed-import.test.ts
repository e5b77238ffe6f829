// If a worker is killed in the middle of an import, another worker continues, and every row becomes one lead.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findWorkspaceByHost } from '../../src/core/workspaces/index.ts';
import { openDatabase } from '../../src/db/database.ts';
import { databaseAddresses } from '../../src/db/tenancy/addresses.ts';
import { kill } from '../engine/kill.ts';
import { eventually } from '../harness/eventually.ts';
import { buildPrincipal, startFile } from '../harness/job-stage.ts';
import { addressOf, silent, testKey } from '../harness/scratch-database.ts';
import { testContext } from '../harness/test-database.ts';
import { startWholeHark, type WholeHark } from '../harness/whole-hark.ts';

const rows = 3_000;
const name = `hark_test_${process.pid}_import`;
let hark: WholeHark;
beforeAll(async () => {
  hark = await startWholeHark(name);
  await hark.apply({ workflows: [] });
}, 120_000);
afterAll(() => hark?.remove(), 60_000);

test('an import whose worker is killed three times writes each row exactly once', async () => {
  const db = openDatabase(databaseAddresses(addressOf(name), testKey), {
    applicationName: 'hark-test',
    poolSize: 2,
    logger: silent,
  });
  const context = testContext(db);
  const workspace = await findWorkspaceByHost(context, new URL(hark.url).host);
  if (!workspace) throw new Error('the workspace is missing');
  const admin = await buildPrincipal({ context }, workspace, { isAdmin: true });
  const lines = Array.from({ length: rows }, (_, row) => `k${row}@kill.test,Row ${row}`);
  await startFile({ context }, admin, `email,last_name\n${lines.join('\n')}\n`, {}, 50_000);
  const job = async () => {
    const [row] = await hark.query<{ status: string; created: number; fence: number }>(
      'select status, created::int, fence from jobs',
    );
    return row ?? { status: '', created: 0, fence: 0 };
  };
  let kills = 0;
  for (let before = 0; kills < 3; ) {
    const wanted = before + 150;
    await eventually(async () => (await job()).created >= wanted, 90_000);
    before = (await job()).created;
    if ((await job()).status === 'succeeded') break;
    kill(hark.children().work, 'SIGKILL');
    kills++;
    // Other workers wait until the lease expires, so the test expires it early.
    await sleep(500);
    await hark.query('update jobs set lease_until = now() where lease_until is not null');
  }
  expect(kills).toBe(3);
  await eventually(async () => (await job()).status === 'succeeded', 120_000);
  expect((await job()).created).toBe(rows);
  const [leads] = await hark.query(
    'select count(*)::int as leads, count(distinct email_key)::int as different from leads',
  );
  expect(leads).toEqual({ leads: rows, different: rows });
  const [history] = await hark.query(
    "select count(*)::int as count from lead_history where action = 'created'",
  );
  expect(history).toEqual({ count: rows });
  await db.close();
}, 300_000);
