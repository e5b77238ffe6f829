import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { addressesOf } from '../../src/engine/restate/restate-server.ts';
import { freePort } from '../../src/lib/process/free-port.ts';
import { eventually } from '../harness/eventually.ts';
import { type RunningHark, startHark } from '../harness/hark-process.ts';
import { startWholeHark, type WholeHark } from '../harness/whole-hark.ts';

/** Starts a `hark up` for the duration of a test, to which `startSecondWorker` adds a worker. */
export async function startFirstWorker(name: string, env: Record<string, string> = {}): Promise<WholeHark> {
  // Other tests start processes at the same time. With a small pool each, PostgreSQL's 100 connections are enough.
  const settings = { DATABASE_POOL_SIZE: '2', ...env };
  const hark = await startWholeHark(`hark_test_${process.pid}_${name}`, settings);
  onTestFinished(() => hark.remove());
  return hark;
}

/**
 * Starts another `work` for the engine of a `hark up`, at another URL, for the duration of a test. Resolves when it has
 * registered: the engine then sends new runs only to it.
 */
export async function startSecondWorker(
  hark: WholeHark,
  more: Record<string, string> = {},
): Promise<RunningHark> {
  const { HARK_DATA_DIR = '', ...env } = hark.env;
  const engine = addressesOf(join(HARK_DATA_DIR, 'engine'));
  if (!engine) throw new Error('the engine has no address');
  const second = await startHark('work', {
    ...env,
    LOG_LEVEL: 'info',
    WORK_PORT: String(await freePort()),
    RESTATE_INGRESS_URL: engine.ingressUrl,
    RESTATE_ADMIN_URL: engine.adminUrl,
    ...more,
  });
  onTestFinished(() => second.remove());
  await eventually(() => second.output().includes('registered with the engine'), 60_000);
  return second;
}

/**
 * Makes the runs that a frozen or killed worker has left unfinished look minutes older, so that the test doesn't have
 * to wait: the lease expires first, and then the time for which the reconciler leaves alone the runs that the engine
 * still reports as its own.
 */
export async function letMinutesPass(hark: WholeHark): Promise<void> {
  const stuck = "fence = 0 and sent_at is not null and status in ('queued', 'running')";
  const age = (more = '') =>
    hark.query(
      `update runs set due_at = due_at - interval '5 minutes', sent_at = sent_at - interval '5 minutes'${more} where ${stuck}`,
    );
  await age();
  await eventually(
    async () => (await hark.query(`select from runs where ${stuck} and doubted_at is null`)).length === 0,
    60_000,
  );
  await age(", doubted_at = doubted_at - interval '5 minutes'");
}
