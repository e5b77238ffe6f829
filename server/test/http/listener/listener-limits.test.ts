// Tests which requests count against listener limits (spec/listeners §1.4, §9).
import { expect, test } from 'vitest';
import { changeSettings } from '../../../src/core/workspaces/index.ts';
import { createMemoryLimiter } from '../../../src/lib/limits/memory-limiter.ts';
import { changing } from '../../harness/builders.ts';
import { useListeners } from '../../harness/listener-surface.ts';
import { useTestDatabase } from '../../harness/test-database.ts';
import { buildStage, resave, type Stage, useRunDoors } from '../../runs/run-stage.ts';
import { clientOf } from '../start-server.ts';

const database = useTestDatabase();
// The clock is frozen, so the token bucket isn't refilled.
const limiter = createMemoryLimiter({ now: () => new Date(1_000_000) });
const listeners = useListeners(database, useRunDoors(database), () => ({ limiter }));

const limitTo = ({ context, workspace }: Stage, settings: Parameters<typeof changeSettings>[1]) =>
  changing(context, workspace.id, (change) => changeSettings(change, settings));

const deliver = async ({ path, workspace }: Stage, method = 'POST') => {
  const { ask } = clientOf(listeners.port());
  return (await ask(method, path, { host: workspace.host, body: '{"a":1}' })).status;
};
const deliverMany = async (stage: Stage, count: number, method?: string) =>
  (await Promise.all(Array.from({ length: count }, () => deliver(stage, method)))).sort();

test.each(['POST', 'GET'])('%s to a disabled listener counts against no limit', async (method) => {
  const stage = await buildStage(database.current.context);
  await limitTo(stage, { listener_limit_per_second: 5, listener_limit_per_day: 5 });
  // The process has cached the listener as enabled.
  expect(await deliver(stage, method)).toBe(200);
  await resave(stage, { enabled: false });
  expect(await deliverMany(stage, 20, method)).toEqual(Array(20).fill(404));
  await resave(stage, { enabled: true });
  expect(await deliverMany(stage, 4, method)).toEqual(Array(4).fill(200));
  expect(await deliver(stage, method)).toBe(429);
});

test.each(['POST', 'GET'])('%s after a settings change counts once', async (method) => {
  const stage = await buildStage(database.current.context);
  await limitTo(stage, { listener_limit_per_second: 6 });
  expect(await deliver(stage, method)).toBe(200);
  await resave(stage, { listener: { allow_cors: true, cors_domains: '*' } });
  await resave(stage, { listener: { allow_cors: false } });
  expect(await deliverMany(stage, 5, method)).toEqual(Array(5).fill(200));
  expect(await deliver(stage, method)).toBe(429);
});

test('a listener over its daily limit does not use up the shared limit', async () => {
  const stage = await buildStage(database.current.context);
  await limitTo(stage, { listener_limit_per_second: 10, listener_limit_per_day: 3 });
  expect(await deliverMany(stage, 3)).toEqual([200, 200, 200]);
  expect(await deliverMany(stage, 20)).toEqual(Array(20).fill(429));
  const { ask } = clientOf(listeners.port());
  const refused = await ask('POST', stage.path, { host: stage.workspace.host, body: '{"a":1}' });
  expect(JSON.parse(refused.text)).toEqual({
    error: { code: 429, message: expect.stringContaining('Daily limit of 3 requests reached') },
  });
  // With a limit of three, one request becomes available every eight hours.
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_600);
  // Changing the daily limit resets its count. The shared limit has seven requests left.
  await limitTo(stage, { listener_limit_per_day: 100 });
  expect(await deliverMany(stage, 7)).toEqual(Array(7).fill(200));
  expect(await deliver(stage)).toBe(429);
});

test('a malformed body counts once, because it passed the checks', async () => {
  const stage = await buildStage(database.current.context);
  await limitTo(stage, { listener_limit_per_second: 4 });
  const { ask } = clientOf(listeners.port());
  const broken = () =>
    ask('POST', stage.path, {
      host: stage.workspace.host,
      headers: ['Content-Type: application/json'],
      body: '{"a":',
    });
  expect(await deliver(stage)).toBe(200);
  expect([(await broken()).status, (await broken()).status]).toEqual([400, 400]);
  expect([await deliver(stage), await deliver(stage)]).toEqual([200, 429]);
});
