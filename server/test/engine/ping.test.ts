import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startHeartbeat } from '../../src/engine/restate/heartbeat.ts';
import { createRestateEngine } from '../../src/engine/restate/restate-engine.ts';
import { pong } from '../../src/engine/restate/services.ts';
import { freePort } from '../../src/lib/process/free-port.ts';
import { eventually } from '../harness/eventually.ts';
import { startEngine, startWorkerFor } from './installation.ts';
import { kill } from './kill.ts';

const clock = { now: () => new Date('2026-01-02T03:04:05Z') };

/** Returns the ID of the worker that responds to a ping. */
async function answeringWorker(ingressUrl: string): Promise<string> {
  const response = await fetch(`${ingressUrl}/hark/ping`, { method: 'POST' });
  return pong.parse(await response.json()).worker;
}

/** Returns the invocations that the engine still knows, finished or not. */
async function invocations(adminUrl: string): Promise<unknown> {
  const response = await fetch(`${adminUrl}/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query: 'select id, status from sys_invocation' }),
  });
  return ((await response.json()) as { rows: unknown }).rows;
}

describe('a ping', () => {
  test('reaches the worker through the engine, at a URL that contains the version', async () => {
    const engine = await startEngine();
    await startWorkerFor(engine, { version: '1.2.3+build' });
    await eventually(() => createRestateEngine(engine).ping());
    const response = await fetch(`${engine.adminUrl}/deployments`);
    expect(await response.json()).toMatchObject({
      deployments: [{ uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v\/1\.2\.3%2Bbuild\/?$/) }],
    });
  });

  test('reports `unavailable` before its timeout if there is no engine, no worker, or the worker has stopped', async () => {
    const unreachable = createRestateEngine({ ingressUrl: `http://127.0.0.1:${await freePort()}` });
    const engineAway = { kind: 'unavailable', code: 'engine_away' };
    await expect(unreachable.ping()).rejects.toMatchObject({
      ...engineAway,
      message: expect.stringContaining('restate-server'),
    });

    const engine = await startEngine();
    const runEngine = createRestateEngine(engine);
    await expect(runEngine.ping()).rejects.toMatchObject({
      ...engineAway,
      message: expect.stringContaining('no worker'),
    });

    const worker = await startWorkerFor(engine);
    await eventually(() => runEngine.ping());
    await worker.close();
    await expect(runEngine.ping()).rejects.toMatchObject({
      ...engineAway,
      message: expect.stringContaining('its worker'),
    });
    // Neither the successful pings nor the failed last ping leaves an invocation behind.
    await eventually(async () => expect(await invocations(engine.adminUrl)).toEqual([]));
  });

  test('reaches the worker that started last, even if that worker is an older version', async () => {
    const engine = await startEngine();
    const port = await freePort();
    const first = await startWorkerFor(engine, { version: '1.0.0', port });
    await eventually(() => answeringWorker(engine.ingressUrl));
    const oldWorker = await answeringWorker(engine.ingressUrl);

    await startWorkerFor(engine, { version: '2.0.0' });
    await eventually(async () => (await answeringWorker(engine.ingressUrl)) !== oldWorker);
    const newWorker = await answeringWorker(engine.ingressUrl);

    await first.close();
    await startWorkerFor(engine, { version: '1.0.0', port });
    await eventually(async () => (await answeringWorker(engine.ingressUrl)) !== newWorker);
  });
});

describe('two workers with different URLs', () => {
  test('take over from each other when the one that gets the runs stops', async () => {
    const engine = await startEngine();
    const runEngine = createRestateEngine(engine);
    const first = await startWorkerFor(engine);
    await eventually(() => first.state().isPossible);
    const second = await startWorkerFor(engine);
    await eventually(() => second.state().isPossible);

    await second.close();
    await expect(runEngine.ping()).rejects.toMatchObject({ code: 'engine_away' });
    await eventually(() => !first.state().isPossible);
    await eventually(() => runEngine.ping());
    await eventually(() => first.state().isPossible);
    expect(first.log.messages()).toContain(
      "the worker that gets new runs isn't responding, registering again",
    );
  });

  test("don't take runs from each other while both respond", async () => {
    const engine = await startEngine();
    let pings = 0;
    const first = await startWorkerFor(engine, { onPing: () => pings++ });
    await eventually(() => first.state().isPossible);
    const second = await startWorkerFor(engine);
    await eventually(() => pings > 3);
    for (const { log } of [first, second])
      expect(log.messages().filter((message) => message === 'registered with the engine')).toHaveLength(1);
  });
});

test('a worker without an engine logs once that the engine is unavailable, and registers as soon as it is available', async () => {
  const engine = await startEngine();
  await engine.stop();
  const worker = await startWorkerFor(engine);
  const complaints = () =>
    worker.log.messages().filter((message) => message.includes('worker registration failed'));
  await eventually(() => complaints().length === 1);
  // Long enough for two more attempts.
  await sleep(1_200);
  const again = await startEngine(engine.dataDir);
  await eventually(() => createRestateEngine(again).ping());
  expect(complaints()).toHaveLength(1);
});

test('the heartbeat turns false when the engine becomes unavailable and true again when it is back', async () => {
  const engine = await startEngine();
  await startWorkerFor(engine);
  const changes: boolean[] = [];
  const heartbeat = startHeartbeat(createRestateEngine(engine), {
    everyMs: 50,
    patienceMs: 0,
    clock,
    onChange: (pulse, error) => {
      changes.push(pulse.ok);
      expect(error === undefined).toBe(pulse.ok);
    },
  });
  onTestFinished(() => heartbeat.stop());
  expect(heartbeat.state()).toEqual({ ok: false, lastOkAt: null });
  await eventually(() => heartbeat.state().ok);
  expect(heartbeat.state().lastOkAt).toEqual(clock.now());

  kill(engine.pid());
  await eventually(() => !heartbeat.state().ok);
  expect(heartbeat.state().lastOkAt).toEqual(clock.now());
  await eventually(() => heartbeat.state().ok);

  heartbeat.stop();
  expect(changes.slice(-3)).toEqual([true, false, true]);
});
