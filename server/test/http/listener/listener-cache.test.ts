// The first delivery reads the listener from the database, and later deliveries use the cache. Callers can't tell the
// difference (spec/listeners §2.4).
import { expect, test, vi } from 'vitest';
import { changeSettings } from '../../../src/core/workspaces/index.ts';
import { unavailable } from '../../../src/lib/errors.ts';
import { key, sign } from '../../core/listeners/tokens.ts';
import { eventually } from '../../harness/eventually.ts';
import { bothChecks as settings, shop, useListeners } from '../../harness/listener-surface.ts';
import { useTestDatabase } from '../../harness/test-database.ts';
import { buildStage, resave, type Stage, useRunDoors } from '../../runs/run-stage.ts';
import { type Answer, clientOf, requestsArrived } from '../start-server.ts';

const database = useTestDatabase();
const listeners = useListeners(database, useRunDoors(database));
const systemActor = { user: null, means: { type: 'apply' }, origin: null } as const;
const body = '{"name":"Zürich","list":[1,2]}';

const headersOf = () => [
  `Authorization: Bearer ${sign({ iss: key, data: { shop: 7 } })}`,
  `Origin: ${shop}`,
  'Content-Type: application/json',
];

const deliver = ({ path, workspace }: Stage) =>
  clientOf(listeners.port()).ask('POST', path, { headers: headersOf(), body, host: workspace.host });

const storedInputs = async ({ workspace }: Stage): Promise<string[]> => {
  const text = 'select input from runs where workspace_id = $1 order by id';
  const rows = await database.current.query(text, [workspace.id]);
  return rows.map(({ input }) => input);
};

/** Removes values that differ on every request. */
const comparable = ({ status, headers, text }: Answer) => ({
  status,
  text: text.replace(/[0-9a-f-]{36}/, 'run'),
  headers: [...headers].filter(([name]) => !['x-run-id', 'x-request-id', 'date'].includes(name)).sort(),
});

test('the response and the run are the same whether or not the listener was cached', async () => {
  const stage = await buildStage(database.current.context, undefined, settings);
  const [read, cached] = [await deliver(stage), await deliver(stage)];
  expect(comparable(cached)).toEqual(comparable(read));
  expect(cached.status).toBe(200);
  expect(cached.headers.get('access-control-allow-origin')).toBe(shop);
  expect(cached.text).toContain(cached.headers.get('x-run-id'));
  const [first, second] = await storedInputs(stage);
  expect(second).toBe(first);
  expect(second).toMatch(/^\{"name":"Zürich","list":\[1,2\],"__headers":\{/);
});

test('a request that was checked with outdated settings is checked again, with the body already read', async () => {
  const stage = await buildStage(database.current.context, undefined, settings);
  await deliver(stage);
  await resave(stage, { listener: { ...settings, cors_domains: '*' } });
  expect((await deliver(stage)).status).toBe(200);
  await resave(stage, { listener: { ...settings, endpoint_secret: 'another-secret-of-this-listener' } });
  expect((await deliver(stage)).status).toBe(401);
  expect(await storedInputs(stage)).toHaveLength(2);
});

test('a caller that disconnects in the middle of the body starts no run, and appears in the request inspector', async () => {
  const stage = await buildStage(database.current.context, undefined, settings);
  await deliver(stage);
  const noted: string[] = [];
  const { refused } = listeners.parts();
  vi.spyOn(refused, 'note').mockImplementation(({ reason }) => void noted.push(reason));
  const arrived = requestsArrived(1);
  const socket = await clientOf(listeners.port()).open();
  const head = [`POST ${stage.path} HTTP/1.1`, `Host: ${stage.workspace.host}`, ...headersOf()];
  socket.write(`${head.join('\r\n')}\r\nContent-Length: 1000\r\n\r\n{"name":`);
  await arrived;
  socket.destroy();
  await eventually(() => noted.length > 0);
  expect(noted).toEqual(['request_aborted']);
  expect(await storedInputs(stage)).toHaveLength(1);
});

test('each delivery counts once in the rate limit usage, accepted or rejected', async () => {
  const { context } = database.current;
  const stage = await buildStage(context, undefined, settings);
  const { use } = listeners.parts();
  const usage = () => {
    const { callers, minutes } = use.view(
      stage.workspace.id,
      { perMinute: 60_000, burst: 1_000 },
      new Date(),
    );
    expect(callers).toHaveLength(1);
    return minutes.map(({ served, refused }) => [served, refused]).reduce(add);
  };
  const add = (one: number[], other: number[]) => one.map((count, index) => count + (other[index] ?? 0));
  for (let delivered = 0; delivered < 3; delivered += 1) expect((await deliver(stage)).status).toBe(200);
  expect(usage()).toEqual([3, 0]);
  await context.db.write(stage.workspace.id, (transaction) =>
    changeSettings(
      { ...context, transaction, workspace: stage.workspace.id, actor: systemActor },
      { listener_limit_per_second: 1 },
    ),
  );
  const statuses = [];
  for (let delivered = 0; delivered < 4; delivered += 1) statuses.push((await deliver(stage)).status);
  const refused = statuses.filter((status) => status === 429).length;
  expect(refused).toBeGreaterThan(0);
  expect(usage()).toEqual([7 - refused, refused]);
});

test('a delivery whose run cannot be inserted is not retried and gets 503, unless a check with current settings rejects it first', async () => {
  const stage = await buildStage(database.current.context, undefined, settings);
  await deliver(stage);
  const { queue } = listeners.parts();
  const accept = vi.spyOn(queue, 'accept').mockRejectedValue(unavailable('database_unavailable', 'Away.'));
  try {
    expect((await deliver(stage)).status).toBe(503);
    expect(accept).toHaveBeenCalledTimes(1);
    await resave(stage, { listener: { ...settings, endpoint_secret: 'another-secret-of-this-listener' } });
    expect((await deliver(stage)).status).toBe(401);
  } finally {
    accept.mockRestore();
  }
  expect(await storedInputs(stage)).toHaveLength(1);
});

test('a delivery gets 503 if the listener changes during every attempt, and nothing is stored or counted', async () => {
  const stage = await buildStage(database.current.context, undefined, settings);
  await deliver(stage);
  const { queue, use } = listeners.parts();
  const accept = vi.spyOn(queue, 'accept').mockResolvedValue({ kind: 'stale' });
  const count = vi.spyOn(use, 'count');
  try {
    expect((await deliver(stage)).text).toContain('The settings of this listener are changing right now.');
    expect(count).not.toHaveBeenCalled();
  } finally {
    accept.mockRestore();
    count.mockRestore();
  }
});
