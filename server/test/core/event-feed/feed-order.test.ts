// Every event once and in order, however writers commit (spec/events §2.3).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLead, editLead } from '../../../src/core/leads/index.ts';
import { type Database, openDatabase } from '../../../src/db/database.ts';
import { changingLeads } from '../../harness/builders.ts';
import { silent } from '../../harness/scratch-database.ts';
import { seededRandom, seedOfRun } from '../../harness/seeded-random.ts';
import { testContext, useTestDatabase } from '../../harness/test-database.ts';
import { type FeedPage, readPage, useFeed } from './feed-stage.ts';

const writers = 16;
const edits = 6;

const database = useTestDatabase();
const { build, relay } = useFeed(database);
/** One connection for each writer: some keep a transaction open until others have committed. */
let writing: Database;
beforeAll(() => {
  const options = { applicationName: 'hark-test', poolSize: writers, logger: silent };
  writing = openDatabase(database.current.addresses, options);
});
afterAll(() => writing.close());

/** Lets a transaction wait until others have committed, or until no other is left to wait for. */
function lateCommits() {
  let commits = 0;
  let open = 0;
  let waiting: { readonly until: number; readonly go: () => void }[] = [];
  const release = () => {
    const isStuck = waiting.length === open;
    const ready = waiting.filter(({ until }) => isStuck || until <= commits);
    waiting = waiting.filter((one) => !ready.includes(one));
    for (const { go } of ready) go();
  };
  return {
    opened: () => {
      open++;
    },
    wait: (others: number) =>
      new Promise<void>((go) => {
        waiting.push({ until: commits + others, go });
        release();
      }),
    ended: () => {
      open--;
      commits++;
      release();
    },
  };
}

test(`a reader that is killed and resumes gets every event once, in order (spec/events §2.3), seed ${seedOfRun}`, async () => {
  const { workspace, admin } = await build();
  const random = seededRandom(seedOfRun);
  const { opened, wait, ended } = lateCommits();
  const context = testContext(writing);
  /** `isLate` is false for a lead that others edit: they would wait for this transaction, and it for them. */
  const change = async <T>(
    work: Parameters<typeof changingLeads<T>>[2],
    isLate = random.chance(50),
  ): Promise<T> => {
    opened();
    try {
      return await changingLeads(context, workspace.id, async (inside) => {
        const done = await work(inside);
        if (isLate) await wait(random.pick(5));
        return done;
      });
    } finally {
      ended();
    }
  };
  const shared = (await change((inside) => createLead(inside, { score: 0, city: 'shared' }))).id;
  let isWriting = true;
  const write = async (writer: number) => {
    const { id } = await change((inside) => createLead(inside, { score: 0, city: `${writer}` }));
    for (let score = 1; score <= edits; score++) {
      await change((inside) => editLead(inside, id, { score }));
      if (writer % 4 === 0)
        await change((inside) => editLead(inside, shared, { score: writer * 10 + score }), false);
    }
    const rolledBack = change(async (inside) => {
      await createLead(inside, { city: 'nowhere' });
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
  };
  const relaying = Array.from({ length: 2 }, async () => {
    while (isWriting) await relay();
  });

  const seen: FeedPage['events'] = [];
  let saved = '';
  /** Reads a page. A killed reader loses the page, and the next one reads it again from the saved cursor. */
  const read = async (): Promise<boolean> => {
    const params = { limit: `${1 + random.pick(9)}`, ...(saved !== '' && { after: saved }) };
    const page = await readPage(admin, params);
    if (random.chance(30)) {
      const again = await readPage(admin, { ...params, limit: '100' });
      expect(again.events.slice(0, page.events.length)).toEqual(page.events);
      return true;
    }
    seen.push(...page.events);
    saved = page.cursor;
    return page.has_more;
  };
  const reading = (async () => {
    while (isWriting) await read();
  })();

  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  isWriting = false;
  await Promise.all([...relaying, reading]);
  await relay();
  while (await read());

  const rows = await database.current.query(
    `select 'evt_' || replace(uid::text, '-', '') as id, position::int from events where workspace_id = $1 order by position`,
    [workspace.id],
  );
  expect(seen.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  expect(rows.map(({ position }) => position)).toEqual(rows.map((_, index) => index + 1));
  expect(seen).toHaveLength(1 + writers * (1 + edits) + (writers / 4) * edits);
  const byLead = Map.groupBy(seen, ({ data }) => data.lead.id);
  expect(byLead.size).toBe(writers + 1);
  for (const events of byLead.values()) {
    const scores = events.map(({ data }) => data.lead.score);
    // Each event continues where the one before it ended.
    expect(events.slice(1).map(({ data }) => data.before.score)).toEqual(scores.slice(0, -1));
  }
});
