// Reading lists by cursor while others change them (spec/rest-api §6.5).
import { beforeAll, describe, expect, test } from 'vitest';
import { saveLeadField } from '../../src/core/lead-fields/index.ts';
import { createWebhook, testWebhook } from '../../src/core/webhooks/index.ts';
import type { Workspace } from '../../src/core/workspaces/index.ts';
import { type ApiCaller, buildApiCaller, buildBusyWorkspace } from '../harness/api-callers.ts';
import { changing } from '../harness/builders.ts';
import { useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);
let workspace: Workspace;
let admin: ApiCaller;
/** Starts again in an empty workspace. */
async function setUp(): Promise<void> {
  const { context } = database.current;
  workspace = await buildBusyWorkspace(context);
  admin = await buildApiCaller(context, api, workspace, { isAdmin: true }, 'api_key');
  await changing(context, workspace.id, async (change) => {
    await saveLeadField(change, { alias: 'note', type: 'text' });
    await saveLeadField(change, { alias: 'born', type: 'date' });
  });
}
beforeAll(setUp);

type Record = Readonly<{ id: number; [field: string]: unknown }>;
interface ReadPage {
  readonly total: string;
  readonly records: readonly Record[];
  readonly next: string | null;
}

const expectCursor = (next: unknown) => {
  if (next !== null) expect(next).toMatch(/^[A-Za-z0-9_-]{1,200}$/);
};

/** Reads all pages. Calls `disturb` after each one. */
async function walk(
  readPage: (after: string) => Promise<ReadPage>,
  disturb: (page: number) => Promise<unknown> = async () => {},
): Promise<Record[]> {
  const seen: Record[] = [];
  for (let after: string | null = '', page = 0; after !== null; page++) {
    expect(page, 'the walk ends').toBeLessThan(200);
    const { records, next }: ReadPage = await readPage(after);
    expectCursor(next);
    seen.push(...records);
    after = next;
    if (after !== null) await disturb(page);
  }
  return seen;
}

const listed = async (path: string, key: string): Promise<ReadPage> => {
  const { status, json, text } = await admin.ask('GET', path);
  expect(status, text).toBe(200);
  return { total: json.total, records: json[key], next: json.next };
};
const leadPages =
  (order: string, limit = 3) =>
  (after: string) =>
    listed(`/api/leads?limit=${limit}&orderBy=${order}&after=${after}`, 'leads');

const create = async (lead: object): Promise<Record> => {
  const { status, json, text } = await admin.ask('POST', '/api/leads/new', { body: lead });
  expect(status, text).toBe(201);
  return json.lead;
};
const remove = (id: number) => admin.ask('DELETE', `/api/leads/${id}`);

/** Longer than what a cursor contains, so these values are equal as far as a cursor can tell. */
const sharedStart = 'ä'.repeat(120);
/** Values that repeat, are empty, share a long start, or sort next to each other. */
const valuesOf = (index: number) => ({
  score: index % 4 === 0 ? null : index % 3,
  born: index % 5 === 0 ? null : `20${10 + (index % 4)}-0${1 + (index % 9)}-15`,
  note: index % 6 === 0 ? null : index % 2 ? `${sharedStart}${index % 7}` : `note ${index % 5}`,
});

describe.each(['id', '-id', 'score', '-score', 'born', '-born', 'note', '-note', '-date_added'])(
  'leads by %s',
  (order) => {
    beforeAll(setUp);

    test('each lead that stays as it is appears exactly once, while others are created, edited and deleted (spec/rest-api §6.5)', async () => {
      const kept: number[] = [];
      const doomed: number[] = [];
      for (let index = 0; index < 24; index++) {
        kept.push((await create({ ...valuesOf(index), last_name: `Kept ${order}` })).id);
        if (index % 3 === 0) doomed.push((await create({ ...valuesOf(index), last_name: 'Doomed' })).id);
      }
      const edited = (await create({ ...valuesOf(1), last_name: 'Edited' })).id;
      const disturb = (page: number) =>
        Promise.all([
          create({ ...valuesOf(page), last_name: 'New' }),
          remove(doomed.pop() ?? 0),
          admin.ask('PATCH', `/api/leads/${edited}`, { body: valuesOf(page * 5) }),
          // An edit of another field doesn't move a lead.
          admin.ask('PATCH', `/api/leads/${kept[page]}`, { body: { city: `City ${page}` } }),
        ]);
      const seen = await walk(leadPages(order), disturb);
      const once = seen.filter(({ last_name }) => last_name === `Kept ${order}`).map(({ id }) => id);
      expect(once.toSorted((one, other) => one - other)).toEqual(kept);
    });

    test('without changes, the walk has the order of the list, with empty values last (spec/rest-api §6.5)', async () => {
      const walked = await walk(leadPages(order, 7));
      const { records } = await listed(`/api/leads?limit=100&orderBy=${order}`, 'leads');
      expect(walked).toHaveLength(records.length);
      const field = order.replace('-', '');
      const isEmpty = (lead: Record) => lead[field] === null;
      const emptyLast = [...records.filter((lead) => !isEmpty(lead)), ...records.filter(isEmpty)];
      expect(walked.map(({ id }) => id)).toEqual(emptyLast.map(({ id }) => id));
    });
  },
);

let companies = 0;

describe('long values that share their start (spec/rest-api §6.5)', () => {
  beforeAll(setUp);

  test.each([
    ['edited', 'note', (id: number) => admin.ask('PATCH', `/api/leads/${id}`, { body: { note: 'a' } })],
    ['emptied', '-note', (id: number) => admin.ask('PATCH', `/api/leads/${id}`, { body: { note: null } })],
    [
      'given another end',
      'note',
      (id: number) => admin.ask('PATCH', `/api/leads/${id}`, { body: { note: `${sharedStart}9` } }),
    ],
    ['deleted', 'note', remove],
    ['deleted', '-note', remove],
  ])('the walk continues if the lead at the cursor is %s (by %s)', async (_, order, change) => {
    const company = `Company ${order} ${++companies}`;
    const ids: number[] = [];
    for (let index = 0; index < 5; index++)
      ids.push((await create({ note: `${sharedStart}${index}`, company })).id);
    const filters = [{ alias: 'company', operator: 'eq', value: company }];
    const read = async (after: string): Promise<ReadPage> => {
      const body = { filters, orderBy: order, limit: 1, after };
      const { status, json, text } = await admin.ask('POST', '/api/leads/search', { body });
      expect(status, text).toBe(200);
      return { total: json.total, records: json.leads, next: json.next };
    };
    const first = order === 'note' ? ids[0] : ids[4];
    const seen = await walk(read, async (page) => {
      if (page === 0) await change(first ?? 0);
    });
    const unchanged = ids.filter((id) => id !== first);
    const found = seen.map(({ id }) => id).filter((id) => id !== first);
    expect(found).toEqual(order === 'note' ? unchanged : unchanged.toReversed());
  });
});

test('a search is walked with the cursor in the body or in the query (spec/rest-api §6.5)', async () => {
  const made: number[] = [];
  for (let index = 0; index < 7; index++)
    made.push((await create({ ...valuesOf(index), company: 'Searched' })).id);
  const filters = [{ alias: 'company', operator: 'eq', value: 'Searched' }];
  const searched = (query: string, more: object) => async (): Promise<ReadPage> => {
    const body = { filters, orderBy: 'note', limit: 2, ...more };
    const { status, json, text } = await admin.ask('POST', `/api/leads/search${query}`, { body });
    expect(status, text).toBe(200);
    expect(json.total).toBe('7');
    return { total: json.total, records: json.leads, next: json.next };
  };
  for (const read of [
    (after: string) => searched('', { after })(),
    (after: string) => searched(`?after=${after}`, {})(),
  ]) {
    const ids = (await walk(read)).map(({ id }) => id);
    expect(ids.toSorted((one, other) => one - other)).toEqual(made);
  }
});

test('webhooks, their deliveries and the history of a lead are walked too, with sparse fields (spec/rest-api §6.5, §6.6)', async () => {
  const { context } = database.current;
  const hooks: number[] = [];
  for (let index = 0; index < 5; index++)
    hooks.push(
      await changing(context, workspace.id, async (change) => {
        const wanted = { name: `Hook ${index}`, url: 'https://example.test/', types: ['lead.created'] };
        return (await createWebhook(change, wanted)).id;
      }),
    );
  const [hook = 0] = hooks;
  const send = () => changing(context, workspace.id, (change) => testWebhook(change, hook as never));
  for (let index = 0; index < 5; index++) await send();
  const lead = await create({ score: 0 });
  const edit = (score: number) => admin.ask('PATCH', `/api/leads/${lead.id}`, { body: { score } });
  for (let index = 1; index < 5; index++) await edit(index);
  const read = (path: string, key: string, field: string) => (after: string) =>
    listed(`${path}?limit=2&fields=${field}&after=${after}`, key);

  const webhooks = await walk(read('/api/webhooks', 'webhooks', 'name'), () => remove(0));
  expect(webhooks.map(({ id }) => id)).toEqual(hooks);
  expect(Object.keys(webhooks[0] ?? {})).toEqual(['id', 'name']);
  const deliveries = await walk(read(`/api/webhooks/${hook}/deliveries`, 'deliveries', 'type'), send);
  expect([deliveries.length, new Set(deliveries.map(({ id }) => id)).size]).toEqual([5, 5]);
  expect(Object.keys(deliveries[0] ?? {})).toEqual(['id', 'type']);
  const history = await walk(read(`/api/leads/${lead.id}/history`, 'history', 'action'), edit);
  expect(history.map(({ action }) => action)).toEqual(['edited', 'edited', 'edited', 'edited', 'created']);
  expect(Object.keys(history[0] ?? {})).toEqual(['id', 'action']);
});
