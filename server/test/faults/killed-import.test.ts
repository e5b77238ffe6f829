// A worker that is killed in the middle of an import: every row becomes one lead, whoever goes on.
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

test('killed three times on its way, an import writes each row exactly once', async () => {
  const db = openDatabase(databaseAddresses(addressOf(name), testKey), {
    applicationName: 'hark-test',
    poolSize: 2,
    logger: silent,
  });
  const context = testContext(db);
  const workspace = await findWorkspaceByHost(context, new URL(hark.url).host);
  if (!workspace) throw new Error('there is a workspace');
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
    // Its lease is what others wait for: a test need not.
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
  const [told] = await hark.query("select count(*)::int as told from lead_history where action = 'created'");
  expect(told).toEqual({ told: rows });
  await db.close();
}, 300_000);
