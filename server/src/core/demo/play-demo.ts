import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '../../lib/errors.ts';
import type { RunId } from '../../lib/ids.ts';
import type { Context } from '../context/index.ts';
import {
  cancelRun,
  listRuns,
  type RunController,
  type RunEngine,
  type RunStatus,
  readRun,
  retryRun,
} from '../runs/index.ts';
import { requireWorkflow } from '../workflows/index.ts';
import { type DemoDelivery, demoRequests } from './demo-deliveries.ts';
import { demoWorkflows } from './demo-document.ts';
import type { DemoPlace } from './demo-workspace.ts';

/** Sends a request to the running server, as an external caller would. */
export type SendDelivery = (delivery: DemoDelivery) => Promise<{ status: number; run: RunId | undefined }>;

export interface DemoStage {
  readonly context: Context;
  readonly controller: RunController;
  readonly engine: Pick<RunEngine, 'cancel'> | undefined;
  readonly send: SendDelivery;
}

const runWithinMs = 30_000;
/** How many runs exist after the sample data has been played completely. */
export const demoRuns = 11;
const lookEveryMs = 200;
/** How many requests are sent to the form. Playing ends with the last one. */
const playedForms = 4;

/**
 * Plays the sample data: successful runs, a failed run with a retry, a run that waits for a month, a cancelled
 * run, and rejected requests. If playing was interrupted, the next call resumes it, because each request
 * carries a delivery key.
 * @returns whether anything was left to play
 */
export async function playDemo(stage: DemoStage, demo: DemoPlace): Promise<boolean> {
  const { context, controller, engine } = stage;
  const form = await requireWorkflow(context, demo.id, demoWorkflows.form);
  if ((await listRuns(context, demo.id, form.id, 1)).total >= playedForms) return false;
  const requests = demoRequests(demo, () => context.clock.now());
  const play = (delivery: DemoDelivery, status: RunStatus) => playOne(stage, demo, delivery, status);
  const addressOf = (run: RunId) => ({ workspace: demo.id, run });
  await play(requests.form('Lea', 'Company'), 'succeeded');
  await play(requests.form('Milo', 'Free'), 'succeeded');
  await play(requests.order('Noa', 1), 'succeeded');
  await play(requests.quote(5), 'succeeded');
  await play(requests.order('Tess', 2), 'failed');
  // The order arrives before the lead exists, so the run fails; its retry succeeds.
  const early = await play(requests.order('Uma', 3), 'failed');
  await play(requests.form('Uma', 'Team'), 'succeeded');
  if (early.status === 'failed' && early.retriedAs === null) {
    await retryRun(context, controller, addressOf(early.id), { from: 'start', repeatCalls: false });
  }
  await play(requests.order('Pia', 4, true), 'waiting');
  const unwanted = await play(requests.order('Omar', 5, true), 'waiting');
  if (unwanted.status === 'waiting') {
    await cancelRun(context, controller, addressOf(unwanted.id), engine);
  }
  for (const refused of requests.refused()) await stage.send(refused);
  await play(requests.form('Rosa', 'Team'), 'succeeded');
  return true;
}

/**
 * Sends a request unless it was already sent, and waits until its run has the given status or has finished in
 * another way.
 */
async function playOne(
  { context, send }: Pick<DemoStage, 'context' | 'send'>,
  demo: DemoPlace,
  delivery: DemoDelivery,
  wanted: RunStatus,
) {
  const { run, status: answered } = await send(withDeliveryKey(delivery));
  if (run === undefined) {
    throw unavailable(
      'demo_refused',
      `A sample listener responded with ${answered}. Check whether its workflow was changed.`,
    );
  }
  const deadline = performance.now() + runWithinMs;
  while (performance.now() < deadline) {
    const found = await readRun(context, demo.id, run);
    if (found.status === wanted || found.endedAt !== null) return found;
    await sleep(lookEveryMs);
  }
  throw unavailable(
    'demo_stuck',
    'A sample run is stuck. Check with `hark doctor` that a worker is running, then run the command again to continue.',
  );
}

const withDeliveryKey = (delivery: DemoDelivery): DemoDelivery => ({
  ...delivery,
  headers: { ...delivery.headers, 'idempotency-key': `demo ${Object.values(delivery.body).join(' ')}` },
});

/** Sends a few sample requests per minute until it is stopped. */
export async function keepDemoGoing(
  { context, send }: Pick<DemoStage, 'context' | 'send'>,
  demo: DemoPlace,
  everyMs: number,
  signal: AbortSignal,
): Promise<void> {
  const requests = demoRequests(demo, () => context.clock.now());
  for (let turn = 0; !signal.aborted; turn++) {
    // Don't wait for the response. If a request fails, the next one makes up for it.
    void send(requests.any(turn)).catch(() => undefined);
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
  }
}
