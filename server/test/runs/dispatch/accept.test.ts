import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { AcceptQueue, findStoredIn, type NewRun } from '../../../src/core/runs/index.ts';
import { saveSecret } from '../../../src/core/secrets/index.ts';
import type { Statement } from '../../../src/db/driver/sql.ts';
import type { IngestDatabase } from '../../../src/db/ingest-database.ts';
import { unavailable } from '../../../src/lib/errors.ts';
import { changing } from '../../harness/builders.ts';
import { useTestDatabase } from '../../harness/test-database.ts';
import {
  buildStage,
  newRun,
  newRuns,
  resave,
  rowOf,
  type Stage,
  switchOwner,
  useRunDoors,
} from '../run-stage.ts';

const database = useTestDatabase();
const doors = useRunDoors(database);

const stageOf = () => buildStage(database.current.context);
const request = (stage: Stage, params?: Parameters<typeof newRun>[2]) =>
  newRun(database.current, stage, params);
const row = (run: NewRun) => rowOf(database.current, { run: run.id });
const countOf = async ({ workspace }: Stage) => {
  const rows = await database.current.query(
    'select count(*)::int as count from runs where workspace_id = $1',
    [workspace.id],
  );
  return rows[0].count as number;
};
const acceptAll = (queue: AcceptQueue, runs: readonly NewRun[]) =>
  Promise.all(runs.map((run) => queue.accept(run)));

/** Creates a queue that sends everything submitted in one tick as one batch. */
const oneBatch = () =>
  doors.queue({
    batchRows: 500,
    batchBytes: 2 ** 24,
    batchesInFlight: 1,
    queuedRows: 1_000,
    queuedBytes: 2 ** 24,
  });

describe('a batch', () => {
  test('stores requests for several workspaces, each in its own workspace and with its own input', async () => {
    const stages = await Promise.all([stageOf(), stageOf(), stageOf()]);
    const runs = await Promise.all(
      Array.from({ length: 90 }, (_, n) =>
        request(stages[n % 3] as Stage, {
          data: { n, text: 'Grüße "✓" \\u0000' },
          isSent: n % 2 === 0,
          depth: n % 4,
        }),
      ),
    );
    const results = await acceptAll(oneBatch(), runs);
    expect(results).toEqual(runs.map(({ id }) => ({ kind: 'accepted', run: id, isRepeat: false })));
    for (const [n, run] of runs.entries()) {
      const stored = await row(run);
      expect(Number(stored.workspace_id)).toBe(run.workspace);
      expect(JSON.parse(stored.input)).toEqual({ n, text: 'Grüße "✓" \\u0000' });
      expect([stored.status, stored.fence, stored.depth, stored.sent_at !== null]).toEqual([
        'queued',
        0,
        n % 4,
        n % 2 === 0,
      ]);
    }
  });

  const changes: Record<string, (stage: Stage) => Promise<unknown>> = {
    'the settings changed': (stage) => resave(stage, { listener: { allow_cors: true, cors_domains: '*' } }),
    'the steps changed': (stage) =>
      resave(stage, { steps: [{ name: 'other', type: 'set', values: { x: 1 } }] }),
    'the workflow was disabled': (stage) => resave(stage, { enabled: false }),
    'the owner was deactivated': (stage) => switchOwner(stage, false),
    'a secret changed': ({ context, workspace }) =>
      changing(context, workspace.id, (change) => saveSecret(change, 'token', 'a new value')),
    'the host changed': ({ workspace }) =>
      database.current.query("update workspaces set host = 'moved-' || host where id = $1", [workspace.id]),
  };

  test.each(Object.entries(changes))(
    'rejects requests as stale after %s, and accepts the rest of the batch',
    async (_, change) => {
      for (const params of [{}, { key: 'a key' }]) {
        const [changed, neighbor] = [await stageOf(), await stageOf()];
        const [stale, ...fine] = [
          await request(changed, params),
          await request(neighbor),
          await request(neighbor, params),
        ];
        await change(changed);
        const results = await acceptAll(oneBatch(), [...fine, stale]);
        expect(results.map(({ kind }) => kind)).toEqual(['accepted', 'accepted', 'stale']);
        expect([await countOf(changed), await countOf(neighbor)]).toEqual([0, 2]);
      }
    },
  );

  test('accepts a request that was checked again', async () => {
    const stage = await stageOf();
    const stale = await request(stage);
    await resave(stage, { listener: { allow_cors: true, cors_domains: '*' } });
    expect(await acceptAll(oneBatch(), [stale, await request(stage)])).toMatchObject([
      { kind: 'stale' },
      { kind: 'accepted' },
    ]);
  });

  test("fails only for the row that can't be stored", async () => {
    const stage = await stageOf();
    const queue = oneBatch();
    const bad = await request(stage, { input: Buffer.from([0x22, 0xff, 0x22]) });
    const runs = [await request(stage), bad, await request(stage), await request(stage)];
    const results = await Promise.allSettled(runs.map((run) => queue.accept(run)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(await countOf(stage)).toBe(3);
  });
});

describe('a delivery key', () => {
  test('creates one run for 200 concurrent deliveries across several processes', async () => {
    const stage = await stageOf();
    const runs = await newRuns(database.current, stage, 200, { key: 'same' });
    const queues = [doors.queue(), doors.queue(), oneBatch()];
    const results = await Promise.all(runs.map((run, n) => (queues[n % 3] as AcceptQueue).accept(run)));
    expect(new Set(results.map((result) => result.kind === 'accepted' && result.run)).size).toBe(1);
    expect(results.filter((result) => result.kind === 'accepted' && !result.isRepeat)).toHaveLength(1);
    expect(await countOf(stage)).toBe(1);
  });

  test('gives duplicates within a batch one shared run, and other requests their own', async () => {
    const stage = await stageOf();
    const queue = oneBatch();
    const keys = ['first', 'a', 'b', 'a', 'c', 'b'];
    const runs = await Promise.all(keys.map((key) => request(stage, { key })));
    const results = await acceptAll(queue, runs);
    const byKey = Map.groupBy(keys.keys(), (n) => keys[n]);
    for (const indexes of byKey.values()) {
      const ids = new Set(indexes.map((n) => JSON.stringify({ ...results[n], isRepeat: null })));
      expect(ids.size).toBe(1);
    }
    expect(await countOf(stage)).toBe(4);
  });

  test('is scoped to one listener: another listener accepts the same key as new', async () => {
    const [one, other] = [await stageOf(), await stageOf()];
    const results = await acceptAll(oneBatch(), [
      await request(one, { key: 'shared' }),
      await request(other, { key: 'shared' }),
    ]);
    expect(results).toMatchObject([{ isRepeat: false }, { isRepeat: false }]);
  });

  test("doesn't cause deadlocks if batches have the same keys in opposite order", async () => {
    const stage = await stageOf();
    const keys = Array.from({ length: 60 }, (_, n) => `k${n}`);
    const requestsFor = (list: string[]) => Promise.all(list.map((key) => request(stage, { key })));
    const [forth, back] = [await requestsFor(keys), await requestsFor(keys.toReversed())];
    await Promise.all([acceptAll(oneBatch(), forth), acceptAll(oneBatch(), back)]);
    expect(await countOf(stage)).toBe(60);
  });
});

describe('a full queue', () => {
  const limits = { batchRows: 1, batchBytes: 100, batchesInFlight: 1, queuedRows: 2, queuedBytes: 1_000 };
  /** Batches are sent at the end of a tick, so the first run is already being stored when the others arrive. */
  const acceptBehindFirst = async (queue: AcceptQueue, [first, ...others]: NewRun[]) => {
    const firstAccepted = first && queue.accept(first);
    await setImmediate();
    return Promise.allSettled([firstAccepted, ...others.map((run) => queue.accept(run))]);
  };

  test('rejects requests as unavailable, stores none of them, and accepts more once there is room (spec/listeners §7.5)', async () => {
    const stage = await stageOf();
    const queue = doors.queue(limits);
    const runs = await Promise.all(Array.from({ length: 5 }, () => request(stage)));
    const results = await acceptBehindFirst(queue, runs);
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    expect(results[4]).toMatchObject({ reason: { kind: 'unavailable', code: 'accepting_too_much' } });
    expect(await countOf(stage)).toBe(3);
    expect(await queue.accept(await request(stage))).toMatchObject({ kind: 'accepted' });
  });

  test('also rejects requests if the queued bytes reach their limit', async () => {
    const stage = await stageOf();
    const queue = doors.queue({ ...limits, queuedRows: 100 });
    const runs = await Promise.all(
      Array.from({ length: 4 }, () => request(stage, { data: 'x'.repeat(700) })),
    );
    const results = await acceptBehindFirst(queue, runs);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
  });
});

describe('a statement whose result was lost', () => {
  /** A database that loses the result of its first statement. The statement executes immediately, later or never. */
  function losingDatabase(when: 'immediately' | 'late' | 'never') {
    const ingest = doors.ingest();
    let lost: Statement | undefined;
    const query = async (statement: Statement) => {
      if (lost === undefined) {
        lost = statement;
        if (when === 'immediately') await ingest.query(statement);
        throw unavailable('database_away', 'lost');
      }
      if (when === 'late') {
        when = 'never';
        await ingest.query(lost);
      }
      return ingest.query(statement);
    };
    return { query } as unknown as IngestDatabase;
  }

  for (const key of [undefined, 'a key'])
    test.each(['immediately', 'late', 'never'] as const)(
      `creates one run per request (key: ${key}) if it executed %s`,
      async (when) => {
        const stage = await stageOf();
        const { clock } = database.current.context;
        const queue = new AcceptQueue(losingDatabase(when), findStoredIn(doors.dispatch()), clock, {
          batchRows: 500,
          batchBytes: 2 ** 24,
          batchesInFlight: 1,
          queuedRows: 1_000,
          queuedBytes: 2 ** 24,
        });
        const params = key === undefined ? {} : { key };
        const runs = await Promise.all(Array.from({ length: 3 }, () => request(stage, params)));
        const results = await acceptAll(queue, runs);
        const ids = new Set(results.map((result) => result.kind === 'accepted' && result.run));
        expect(ids.size).toBe(key === undefined ? 3 : 1);
        expect(await countOf(stage)).toBe(ids.size);
      },
    );
});
