// The client follows the feed of events (spec/events §2).
import { expect, test } from 'vitest';
import { formatFeedCursor } from '../../src/core/event-feed/feed-cursor.ts';
import { relayEvents } from '../../src/core/event-feed/index.ts';
import { silent } from '../harness/scratch-database.ts';
import { useTestDatabase } from '../harness/test-database.ts';
import { useClients } from './client-stage.ts';

const database = useTestDatabase();
const openClient = useClients(database);
const relay = () => relayEvents(database.current.upkeep, { ...database.current.context, logger: silent }, []);

test('list returns a page of typed events', async () => {
  const { hark, workspace } = await openClient();
  const { id } = await hark.leads.create({ shoe_size: 38 });
  await hark.leads.update(id, { shoe_size: 39 });
  await relay();
  const { events, hasMore } = await hark.events.list({ types: ['lead.updated', 'run.failed'] });
  expect(hasMore).toBe(false);
  const [event] = events;
  if (event?.type !== 'lead.updated') throw new Error(`unexpected ${event?.type}`);
  expect([event.data.before?.shoe_size, event.data.lead.shoe_size]).toEqual([38, 39]);
  expect(event.workspace).toBe(workspace.baseUrl);
});

test('follow returns every event once, waits for new ones, resumes from a cursor, and stops with its signal', async () => {
  const { hark } = await openClient();
  const { cursor: start } = await hark.events.list({ after: 'latest' });
  const ids: number[] = [];
  for (let made = 0; made < 5; made++) ids.push((await hark.leads.create({ score: made })).id);
  await relay();
  const seen: number[] = [];
  let saved = start;
  const follow = async (wanted: number) => {
    for await (const { events, cursor } of hark.events.follow({ after: saved, limit: 2, everyMs: 5 })) {
      for (const event of events) if ('lead' in event.data) seen.push(event.data.lead.id);
      saved = cursor;
      if (seen.length >= wanted) return;
    }
  };
  await follow(2);
  expect(seen).toEqual(ids.slice(0, 2));
  const following = follow(6);
  const last = await hark.leads.create({});
  await relay();
  await following;
  expect(seen).toEqual([...ids, last.id]);
  const stopping = new AbortController();
  const endless = (async () => {
    const options = { signal: stopping.signal };
    for await (const page of hark.events.follow({ after: saved, everyMs: 60_000 }, options)) {
      expect(page.events).toEqual([]);
      stopping.abort();
    }
  })();
  await expect(endless).rejects.toMatchObject({ code: 'aborted' });
});

test('a cursor that is too old fails with its own code', async () => {
  const { hark } = await openClient();
  const after = formatFeedCursor({ position: 0, at: new Date(Date.now() - 31 * 86_400_000) });
  await expect(hark.events.list({ after })).rejects.toMatchObject({
    code: 'cursor_expired',
    status: 410,
    isRetryable: false,
  });
});
