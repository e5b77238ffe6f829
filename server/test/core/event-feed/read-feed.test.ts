// The feed of events over REST (spec/events §2).
import { describe, expect, test } from 'vitest';
import { erasePerson } from '../../../src/core/erasure/index.ts';
import { formatFeedCursor, parseFeedCursor } from '../../../src/core/event-feed/feed-cursor.ts';
import { purgeEvents } from '../../../src/core/events/index.ts';
import { createLead, editLead } from '../../../src/core/leads/index.ts';
import { testActor } from '../../harness/builders.ts';
import { useTestDatabase } from '../../harness/test-database.ts';
import { readAll, readPage, useFeed } from './feed-stage.ts';

const database = useTestDatabase();
const { build, relay } = useFeed(database);
const cities = (events: { data: { lead: { city: string } } }[]) => events.map(({ data }) => data.lead.city);
const ageDays = (days: number) => new Date(Date.now() - days * 86_400_000);

describe('a cursor', () => {
  test('is short, safe in a URL, and can be read back', () => {
    const cursor = { position: Number.MAX_SAFE_INTEGER % 10 ** 15, at: new Date(8.64e14) };
    expect(formatFeedCursor(cursor)).toMatch(/^[A-Za-z0-9_-]{1,100}$/);
    expect(parseFeedCursor(formatFeedCursor(cursor))).toEqual(cursor);
  });

  test('expires after 30 days, by its time alone (spec/events §2.2, §2.5)', async () => {
    const { admin, change } = await build();
    await change((inside) => createLead(inside, { city: 'a' }));
    await relay();
    const at = (days: number) => formatFeedCursor({ position: 0, at: ageDays(days) });
    expect(cities((await readPage(admin, { after: at(29.9) })).events)).toEqual(['a']);
    const { status, json } = await admin('GET', `/api/events?after=${at(30.1)}`);
    expect([status, json.error.message]).toEqual([
      410,
      'after: is older than 30 days. Read again without it.',
    ]);
  });

  test('has the time of its event, or of the response if nothing is left to read (spec/events §2.2)', async () => {
    const { admin, change, context, workspace } = await build();
    for (const city of ['a', 'b']) await change((inside) => createLead(inside, { city }));
    await relay();
    await database.current.query("update events set at = at - interval '20 days' where workspace_id = $1", [
      workspace.id,
    ]);
    const timeOf = ({ cursor }: { cursor: string }) => parseFeedCursor(cursor)?.at.getTime() ?? 0;
    const [part, end] = [await readPage(admin, { limit: '1' }), await readPage(admin)];
    expect(timeOf(part)).toBe(Date.parse(part.events[0].timestamp));
    expect(context.clock.now().getTime() - timeOf(end)).toBeLessThan(60_000);
  });

  test('stays valid if the events around it were erased or purged (spec/events §2.2, §2.5)', async () => {
    const { context, workspace, admin, change } = await build();
    const ids = [];
    for (const city of ['a', 'b', 'c']) ids.push((await change((inside) => createLead(inside, { city }))).id);
    await relay();
    const { cursor } = await readPage(admin, { limit: '1' });
    for (const lead of ids.slice(0, 2)) await erasePerson(context, testActor, workspace.id, { lead });
    expect(cities((await readPage(admin, { after: cursor })).events)).toEqual(['c']);
    expect(cities((await readPage(admin)).events)).toEqual(['c']);
    await purgeEvents(database.current.upkeep, { now: () => ageDays(-31) });
    const end = await readPage(admin, { after: cursor });
    expect(end).toMatchObject({ events: [], has_more: false });
    await change((inside) => createLead(inside, { city: 'd' }));
    await relay();
    expect(cities((await readPage(admin, { after: end.cursor })).events)).toEqual(['d']);
  });
});

describe('access', () => {
  test('a user gets events of leads as they were then, and the cursor moves past the others (spec/events §2.4)', async () => {
    const { as, change, workspace } = await build();
    const own = await as({ permissions: { 'leads.view': 'own' } }, 'api_client');
    const none = await as({ permissions: {} }, 'oauth_client');
    const tricky = { city: 'tricky', company: `"owner_id":${own.user.id}` };
    await change((inside) => createLead(inside, tricky));
    const { id } = await change((inside) => createLead(inside, { city: 'mine', owner_id: own.user.id }));
    await change((inside) => editLead(inside, id, { city: 'given away', owner_id: null }));
    await relay();
    const { events, cursor } = await readPage(own.ask);
    expect(cities(events)).toEqual(['mine']);
    expect(await readPage(none.ask)).toMatchObject({ events: [], has_more: false });
    expect((await readPage(none.ask, { types: 'run.failed' })).events).toEqual([]);
    await change((inside) => createLead(inside, { city: 'next', owner_id: own.user.id }));
    await relay();
    expect(cities((await readPage(own.ask, { after: cursor })).events)).toEqual(['next']);
    const other = await build();
    expect((await readPage(other.admin)).events).toEqual([]);
    expect(workspace.id).not.toBe(other.workspace.id);
  });

  test('a request scans at most 1,000 events; the next request continues (spec/events §2.4)', async () => {
    const { as, change, workspace } = await build();
    const own = await as({ permissions: { 'leads.view': 'own' } });
    await change((inside) => createLead(inside, {}));
    await database.current.query(
      `insert into events (workspace_id, uid, type, at, starts_triggers, lead_id, lead, field_set, data)
         select workspace_id, gen_random_uuid(), type, at, false, lead_id, lead, field_set, data
         from events cross join generate_series(1, 1199) where workspace_id = $1`,
      [workspace.id],
    );
    await change((inside) => createLead(inside, { city: 'mine', owner_id: own.user.id }));
    await relay();
    const first = await readPage(own.ask);
    expect([first.events, first.has_more]).toEqual([[], true]);
    expect(parseFeedCursor(first.cursor)?.position).toBe(1_000);
    expect(cities(await readAll(own.ask))).toEqual(['mine']);
  });
});
