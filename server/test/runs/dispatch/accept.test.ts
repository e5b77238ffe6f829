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
const request = (stage: Stage, wish?: Parameters<typeof newRun>[2]) => newRun(database.current, stage, wish);
const row = (run: NewRun) => rowOf(database.current, { run: run.id });
const countOf = async ({ workspace }: Stage) => {
  const { rows } = await database.current.asAdministrator((client) =>
    client.query('select count(*)::int as count from runs where workspace_id = $1', [workspace.id]),
  );
  return rows[0].count as number;
};
const acceptAll = (queue: AcceptQueue, runs: readonly NewRun[]) =>
  Promise.all(runs.map((run) => queue.accept(run)));

/** A queue that sends whatever comes in one turn as one batch. */
const oneBatch = () =>
  doors.queue({
    batchRows: 500,
    batchBytes: 2 ** 24,
    batchesInFlight: 1,
    queuedRows: 1_000,
    queuedBytes: 2 ** 24,
  });

describe('a batch', () => {
  test('stores requests of many workspaces, each in its own and with its own input', async () => {
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
    'other settings': (stage) => resave(stage, { listener: { allow_cors: true, cors_domains: '*' } }),
    'other steps': (stage) => resave(stage, { steps: [{ name: 'other', type: 'set', values: { x: 1 } }] }),
    'a disabled workflow': (stage) => resave(stage, { enabled: false }),
    'an owner who is switched off': (stage) => switchOwner(stage, false),
    'another secret': ({ context, workspace }) =>
      changing(context, workspace.id, (change) => saveSecret(change, 'token', 'a new value')),
    'another host': ({ workspace }) =>
      database.current.asAdministrator((client) =>
        client.query("update workspaces set host = 'moved-' || host where id = $1", [workspace.id]),
      ),
  };

  test.each(Object.entries(changes))(
    'takes nothing of a listener with %s, and everything beside it',
    async (_, change) => {
      for (const wish of [{}, { key: 'a key' }]) {
        const [changed, neighbour] = [await stageOf(), await stageOf()];
        const [stale, ...fine] = [
          await request(changed, wish),
          await request(neighbour),
          await request(neighbour, wish),
        ];
        await change(changed);
        const results = await acceptAll(oneBatch(), [...fine, stale]);
        expect(results.map(({ kind }) => kind)).toEqual(['accepted', 'accepted', 'stale']);
        expect([await countOf(changed), await countOf(neighbour)]).toEqual([0, 2]);
      }
    },
  );

  test('takes a request that was judged anew', async () => {
    const stage = await stageOf();
    const stale = await request(stage);
    await resave(stage, { listener: { allow_cors: true, cors_domains: '*' } });
    expect(await acceptAll(oneBatch(), [stale, await request(stage)])).toMatchObject([
      { kind: 'stale' },
      { kind: 'accepted' },
    ]);
  });

  test('a row that cannot be stored fails alone', async () => {
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
  test('makes one run of 200 deliveries at the same moment, over several processes', async () => {
    const stage = await stageOf();
    const runs = await newRuns(database.current, stage, 200, { key: 'same' });
    const queues = [doors.queue(), doors.queue(), oneBatch()];
    const results = await Promise.all(runs.map((run, n) => (queues[n % 3] as AcceptQueue).accept(run)));
    expect(new Set(results.map((result) => result.kind === 'accepted' && result.run)).size).toBe(1);
    expect(results.filter((result) => result.kind === 'accepted' && !result.isRepeat)).toHaveLength(1);
    expect(await countOf(stage)).toBe(1);
  });

  test('twins of one batch are one run, and others in it are their own', async () => {
    const stage = await stageOf();
    const queue = oneBatch();
    const keys = ['first', 'a', 'b', 'a', 'c', 'b'];
    const runs = await Promise.all(keys.map((key) => request(stage, { key })));
    const results = await acceptAll(queue, runs);
    const byKey = Map.groupBy(keys.keys(), (n) => keys[n]);
    for (const places of byKey.values()) {
      const ids = new Set(places.map((n) => JSON.stringify({ ...results[n], isRepeat: null })));
      expect(ids.size).toBe(1);
    }
    expect(await countOf(stage)).toBe(4);
  });

  test('is the key of one listener: another one takes the same text as new', async () => {
    const [one, other] = [await stageOf(), await stageOf()];
    const results = await acceptAll(oneBatch(), [
      await request(one, { key: 'shared' }),
      await request(other, { key: 'shared' }),
    ]);
    expect(results).toMatchObject([{ isRepeat: false }, { isRepeat: false }]);
  });

  test('batches with the same keys in opposite order do not wait for each other for ever', async () => {
    const stage = await stageOf();
    const keys = Array.from({ length: 60 }, (_, n) => `k${n}`);
    const make = (list: string[]) => Promise.all(list.map((key) => request(stage, { key })));
    const [forth, back] = [await make(keys), await make(keys.toReversed())];
    await Promise.all([acceptAll(oneBatch(), forth), acceptAll(oneBatch(), back)]);
    expect(await countOf(stage)).toBe(60);
  });
});

describe('a full queue', () => {
  const limits = { batchRows: 1, batchBytes: 100, batchesInFlight: 1, queuedRows: 2, queuedBytes: 1_000 };
  /** The first is under way when the others come: batches leave at the end of a turn. */
  const acceptBehindFirst = async (queue: AcceptQueue, [first, ...others]: NewRun[]) => {
    const underWay = first && queue.accept(first);
    await setImmediate();
    return Promise.allSettled([underWay, ...others.map((run) => queue.accept(run))]);
  };

  test('rejects as unavailable, stores nothing, and accepts more once there is room (spec/listeners §7.5)', async () => {
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

  test('is full by its bytes too', async () => {
    const stage = await stageOf();
    const queue = doors.queue({ ...limits, queuedRows: 100 });
    const runs = await Promise.all(
      Array.from({ length: 4 }, () => request(stage, { data: 'x'.repeat(700) })),
    );
    const results = await acceptBehindFirst(queue, runs);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
  });
});

describe('a statement that got no answer', () => {
  /** A door whose first statement gets no answer, and happens when it is told to, or never. */
  function doorThatLoses(when: 'at once' | 'late' | 'never') {
    const door = doors.ingest();
    let lost: Statement | undefined;
    const query = async (statement: Statement) => {
      if (lost === undefined) {
        lost = statement;
        if (when === 'at once') await door.query(statement);
        throw unavailable('database_away', 'lost');
      }
      if (when === 'late') {
        when = 'never';
        await door.query(lost);
      }
      return door.query(statement);
    };
    return { query } as unknown as IngestDatabase;
  }

  for (const key of [undefined, 'a key'])
    test.each(['at once', 'late', 'never'] as const)(
      `is one run for each request that waited (key: ${key}), whether it happened %s`,
      async (when) => {
        const stage = await stageOf();
        const { clock } = database.current.context;
        const queue = new AcceptQueue(doorThatLoses(when), findStoredIn(doors.dispatch()), clock, {
          batchRows: 500,
          batchBytes: 2 ** 24,
          batchesInFlight: 1,
          queuedRows: 1_000,
          queuedBytes: 2 ** 24,
        });
        const wish = key === undefined ? {} : { key };
        const runs = await Promise.all(Array.from({ length: 3 }, () => request(stage, wish)));
        const results = await acceptAll(queue, runs);
        const ids = new Set(results.map((result) => result.kind === 'accepted' && result.run));
        expect(ids.size).toBe(key === undefined ? 3 : 1);
        expect(await countOf(stage)).toBe(ids.size);
      },
    );
});
