// Two `hark work` that register with different URLs: the engine sends new runs to the last one only.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressesOf } from '../../src/engine/restate/restate-server.ts';
import { freePort } from '../../src/lib/process/free-port.ts';
import { kill } from '../engine/kill.ts';
import { eventually } from '../harness/eventually.ts';
import { type RunningHark, startHark } from '../harness/hark-process.ts';
import { deliver, startWholeHark, type WholeHark } from '../harness/whole-hark.ts';

/** Three failed pings, two seconds apart, and the engine's longest pause between two attempts. */
const maxTakeoverMs = 30_000;

let hark: WholeHark;
let second: RunningHark;
let metricsPort: number;
beforeAll(async () => {
  hark = await startWholeHark(`hark_test_${process.pid}_addresses`);
  const engine = addressesOf(join(hark.env.HARK_DATA_DIR ?? '', 'engine'));
  if (!engine) throw new Error('the engine has no address');
  metricsPort = await freePort();
  const { HARK_DATA_DIR: _, ...env } = hark.env;
  second = await startHark('work', {
    ...env,
    LOG_LEVEL: 'info',
    RESTATE_INGRESS_URL: engine.ingressUrl,
    RESTATE_ADMIN_URL: engine.adminUrl,
    WORK_PORT: String(await freePort()),
    WORK_METRICS_PORT: String(metricsPort),
  });
  await eventually(() => second.output().includes('registered with the engine'), 60_000);
}, 150_000);
afterAll(async () => {
  await second?.remove();
  await hark?.remove();
}, 60_000);

test('`work` reports on its metrics port that runs reach a worker', async () => {
  const response = await fetch(`http://127.0.0.1:${metricsPort}/readyz`);
  expect({ status: response.status, body: await response.json() }).toEqual({
    status: 200,
    body: { status: 'ready', parts: { engine: 'ok' } },
  });
});

test('if the worker that registered last is killed, the other one gets new runs, and none is lost', async () => {
  const create = { name: 'only', type: 'lead.create', fields: { first_name: '{{ run.id }}' } };
  const { listed = '' } = await hark.apply({ workflows: [{ name: 'listed', steps: [create] }] });
  const accepted: string[] = [];
  const send = async () => {
    const { status, run = '' } = await deliver(listed, {});
    expect(status).toBe(200);
    accepted.push(run);
    return run;
  };
  const finished = async (runs: readonly string[]) => {
    const [row] = await hark.query<{ count: number }>(
      "select count(*)::int from runs where id = any($1) and status = 'succeeded'",
      [runs],
    );
    return row?.count === runs.length;
  };
  const first = await send();
  await eventually(() => finished([first]));

  let isSending = true;
  const sending = Array.from({ length: 4 }, async () => {
    while (isSending) {
      await send();
      await sleep(20);
    }
  });
  await sleep(500);
  kill(second.process.pid);
  const killedAt = performance.now();
  const afterKill = await send();
  try {
    await eventually(() => finished([afterKill]), maxTakeoverMs);
    console.log(`new runs started again after ${Math.round(performance.now() - killedAt)} ms`);
  } finally {
    isSending = false;
    await Promise.all(sending);
  }

  // Runs that the killed worker had started resume when the engine has made no progress with them for three minutes.
  await eventually(() => finished(accepted), 300_000);
  console.log(`all ${accepted.length} runs finished after ${Math.round(performance.now() - killedAt)} ms`);
  const [leads] = await hark.query<{ count: number; runs: number }>(
    'select count(*)::int, count(distinct first_name_key)::int as runs from leads',
  );
  expect(leads).toEqual({ count: accepted.length, runs: accepted.length });
}, 400_000);
