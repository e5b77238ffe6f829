// A partition of the engine without a leader answers nothing, while the other partitions work.
import { once } from 'node:events';
import { connect, createServer, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { RunJob } from '../../../src/core/runs/index.ts';
import { Reconciler } from '../../../src/engine/dispatch/reconciler.ts';
import { Sweeper } from '../../../src/engine/dispatch/sweeper.ts';
import { createRestateEngine } from '../../../src/engine/restate/restate-engine.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { startEngine, startWorkerFor } from '../../engine/installation.ts';
import { eventually } from '../../harness/eventually.ts';
import { silent } from '../../harness/scratch-database.ts';
import { useRuns } from '../run-actions.ts';
import { buildStage } from '../run-stage.ts';
import { useStoredRuns } from './stored-runs.ts';

const { database, doors, row } = useRuns();
const { alter, store } = useStoredRuns(database, doors);

// Runs left over from other tests would be dispatched too.
beforeEach(() => database.current.query('delete from runs'));

/** Starts a server in front of the engine that never answers a request about one of these runs. */
async function hideRuns(ingressUrl: string, hidden: ReadonlySet<string>): Promise<string> {
  const engine = connect(ingressUrl);
  const server = createServer();
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => sessions.add(session));
  server.on('stream', async (stream: ServerHttp2Stream, { ':method': method, ':path': path, ...headers }) => {
    stream.on('error', () => {});
    const body = await text(stream);
    if ([...hidden].some((run) => body.includes(run))) return;
    const passed = engine.request(
      {
        ':method': method,
        ':path': path,
        ...(headers['content-type'] && { 'content-type': headers['content-type'] }),
        ...(headers['idempotency-key'] && { 'idempotency-key': headers['idempotency-key'] }),
      },
      { endStream: false },
    );
    passed.on('response', (response) => {
      stream.respond({ ':status': response[':status'] });
      passed.pipe(stream);
    });
    passed.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    engine.destroy();
    for (const session of sessions) session.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a real engine whose responses about the hidden runs are missing, with a worker that records its jobs. */
async function startStage() {
  const stage = await buildStage(database.current.context);
  const real = await startEngine();
  const executed: string[] = [];
  await startWorkerFor(real, {
    executeRun: async ({ run, fence }) => void executed.push(`${run}.${fence}`),
  });
  await eventually(() => createRestateEngine(real).ping());
  const hidden = new Set<string>();
  const ingressUrl = await hideRuns(real.ingressUrl, hidden);
  const engine = createRestateEngine({ ingressUrl, adminUrl: real.adminUrl });
  const hide = (jobs: readonly RunJob[]) => {
    for (const { run } of jobs) hidden.add(run);
  };
  return {
    stage,
    executed,
    hide,
    sweeper: new Sweeper(doors.dispatch(), engine, systemClock),
    reconciler: new Reconciler(doors.dispatch(), engine, systemClock, silent),
  };
}

const overdue = "sent_at = now() - interval '11 seconds'";
const withFence = (jobs: readonly RunJob[], fence: number) => jobs.map(({ run }) => `${run}.${fence}`);

test("lost runs are dispatched again although the engine doesn't answer for other runs", async () => {
  const { stage, executed, hide, reconciler } = await startStage();
  const stuck = await store(stage, 20, overdue);
  hide(stuck);
  const lost = await store(stage, 20, overdue);
  expect(await reconciler.reconcile()).toBe(20);
  await eventually(() => expect(executed.toSorted()).toEqual(withFence(lost, 1).toSorted()));
  for (const job of stuck) expect((await row(job)).fence).toBe(0);
});

test("runs that the engine doesn't answer for don't fill the window", async () => {
  const { stage, executed, hide, reconciler, sweeper } = await startStage();
  // More than the initial window.
  const stuck = await store(stage, 100, overdue);
  hide(stuck);
  await reconciler.reconcile();
  await reconciler.reconcile();
  const next = await store(stage, 20, 'sent_at = null');
  expect(await sweeper.sweep()).toBe(20);
  await eventually(() => expect(executed.toSorted()).toEqual(withFence(next, 0).toSorted()));
});

test("a run that the engine hasn't answered for in a minute is dispatched as another job", async () => {
  const { stage, hide, reconciler } = await startStage();
  const [job] = (await store(stage, 1, overdue)) as [RunJob];
  hide([job]);
  expect(await reconciler.reconcile()).toBe(0);
  await alter([job], `${overdue}, doubted_at = now() - interval '50 seconds'`);
  expect(await reconciler.reconcile()).toBe(0);
  await alter([job], `${overdue}, doubted_at = now() - interval '61 seconds'`);
  // The new job isn't answered either, because the server in front of the engine still hides the run.
  await expect(reconciler.reconcile()).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await row(job)).toMatchObject({ fence: 1, doubted_at: null });
});
