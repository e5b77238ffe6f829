// Paging by offset (spec/rest-api §6.2) repeats and skips leads if other leads are added or deleted between pages.
// Paging by ID doesn't.
import { expect, test } from 'vitest';
import { useTestDatabase } from '../harness/test-database.ts';
import { useClients } from './client-stage.ts';

const database = useTestDatabase();
const openClient = useClients(database);
type Client = Awaited<ReturnType<typeof openClient>>;

async function fill({ hark }: Client, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let made = 0; made < count; made += 100) {
    const items = Array.from({ length: Math.min(100, count - made) }, (_, at) => ({ score: made + at }));
    for (const result of await hark.leads.createMany(items))
      if (result.isDone) ids.push(result.lead?.id ?? 0);
  }
  return ids;
}

test('returns every lead once, in ascending ID order', async () => {
  const client = await openClient();
  const ids = await fill(client, 730);
  const met: number[] = [];
  for await (const { id } of client.hark.leads.all()) met.push(id);
  expect(met).toEqual(ids);
  expect(met).toHaveLength(730);
});

test('returns every remaining lead exactly once while others are deleted and added', async () => {
  const client = await openClient();
  const { hark } = client;
  const ids = await fill(client, 450);
  const deleted = new Set<number>();
  const met: number[] = [];
  for await (const { id } of hark.leads.all()) {
    met.push(id);
    if (met.length % 10 !== 0) continue;
    // Deletes a lead that is still ahead, and a lead that was already returned. When paging by offset, the second
    // deletion would shift every later page.
    const [before, after] = [ids[met.length - 5] ?? 0, ids[449 - met.length / 10] ?? 0];
    for (const gone of new Set([before, after])) {
      if (deleted.has(gone)) continue;
      await hark.leads.delete(gone);
      deleted.add(gone);
    }
    await hark.leads.create({ score: 1 });
  }
  expect(new Set(met).size).toBe(met.length);
  expect(ids.filter((id) => !deleted.has(id) && !met.includes(id))).toEqual([]);
  // The walk ends although leads are added all the time, because it ignores leads that were created after its start.
  expect(Math.max(...met)).toBeLessThanOrEqual(Math.max(...ids));
});

test('applies filters joined by all or any', async () => {
  const client = await openClient();
  await fill(client, 250);
  const filters = [
    { alias: 'score', operator: 'lt', value: 120 },
    { alias: 'score', operator: 'gte', value: 240 },
  ] as const;
  const count = async (match: 'all' | 'any') => {
    let met = 0;
    for await (const { score } of client.hark.leads.all({ filters, match })) if (score !== null) met++;
    return met;
  };
  expect([await count('any'), await count('all')]).toEqual([130, 0]);
});

test('sends one request for an empty workspace, and none after the caller stops iterating', async () => {
  const client = await openClient();
  for await (const lead of client.hark.leads.all()) expect.unreachable(`there is no lead ${lead.id}`);
  expect(client.front.arrived).toHaveLength(1);
  await fill(client, 300);
  const requestsOf = async (most: number) => {
    const before = client.front.arrived.length;
    let met = 0;
    for await (const { id } of client.hark.leads.all()) if (id > 0 && ++met === most) break;
    return client.front.arrived.length - before;
  };
  // The two pages after the first one.
  expect((await requestsOf(300)) - (await requestsOf(1))).toBe(2);
});

test('needs few extra requests for large ID gaps, which other workspaces cause', async () => {
  const client = await openClient();
  const [first] = await fill(client, 1);
  await database.current.query("select setval(pg_get_serial_sequence('leads', 'id'), 50000000)");
  const [second = 0] = await fill(client, 1);
  expect(second).toBeGreaterThan(50_000_000);
  const before = client.front.arrived.length;
  const met: number[] = [];
  for await (const { id } of client.hark.leads.all()) met.push(id);
  expect(met).toEqual([first, second]);
  expect(client.front.arrived.length - before).toBeLessThan(10);
});
