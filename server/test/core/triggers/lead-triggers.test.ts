// Runs that changes of leads start (spec/triggers §1.4, §3).
import { describe, expect, test } from 'vitest';
import { erasePerson } from '../../../src/core/erasure/index.ts';
import { relayEvents } from '../../../src/core/event-feed/index.ts';
import { purgeEvents } from '../../../src/core/events/index.ts';
import { readFieldSet, saveLeadField } from '../../../src/core/lead-fields/index.ts';
import {
  createLead,
  editLead,
  type LeadChange,
  listLeads,
  matchesFilter,
  presentStored,
  readFilter,
} from '../../../src/core/leads/index.ts';
import { saveRole } from '../../../src/core/roles/index.ts';
import { saveTriggers, startTriggered, triggersSchema } from '../../../src/core/triggers/index.ts';
import { saveWorkflow } from '../../../src/core/workflows/index.ts';
import type { LeadId, RunId } from '../../../src/lib/ids.ts';
import { buildUser, buildWorkspace, changing, changingLeads, testActor } from '../../harness/builders.ts';
import { silent } from '../../harness/scratch-database.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();

const steps = [{ name: 'end', type: 'stop', as: 'succeeded' }];

/** A workspace with an administrator; `add` creates workflows with triggers in it. */
async function build() {
  const { context } = database.current;
  const workspace = await buildWorkspace(context);
  await changing(context, workspace.id, (change) => saveRole(change, { name: 'Everything', isAdmin: true }));
  const admin = await buildUser(context, workspace.id, { role: 'Everything' });
  const add = (name: string, triggers: unknown[], more: object = {}) =>
    changing(context, workspace.id, async (change) => {
      const saved = await saveWorkflow(change, { name, owner: admin.email, steps, ...more });
      await saveTriggers(change, saved, triggersSchema.parse(triggers));
      return saved;
    });
  const change = <T>(work: (inside: LeadChange) => Promise<T>, more: Partial<LeadChange> = {}) =>
    changingLeads(context, workspace.id, (inside) => work({ ...inside, ...more }));
  const relay = () => relayEvents(database.current.upkeep, { ...context, logger: silent }, [startTriggered]);
  const query = async (text: string) => await database.current.query(text, [workspace.id]);
  const runs = async () =>
    (
      await query(
        `select r.id, w.name, r.input, r.depth, r.trigger, r.started_by from runs r
         join workflows w on w.id = r.workflow_id where r.workspace_id = $1 order by r.id`,
      )
    ).map(({ input, ...run }) => ({ ...run, data: JSON.parse(input) }));
  return { context, workspace, admin, add, change, relay, query, runs };
}

test('bulk changes start nothing, but are events all the same (spec/triggers §3.5)', async () => {
  const { add, change, relay, runs, query } = await build();
  await add('All', [{ type: 'lead.created' }]);
  await change((inside) => createLead(inside, { city: 'Bern' }), { startsTriggers: false });
  await relay();
  expect(await runs()).toEqual([]);
  expect(await query('select type, position::int from events where workspace_id = $1')).toEqual([
    { type: 'lead.created', position: 1 },
  ]);
});

test('the effects of a run start a run that names it, one level deeper (spec/triggers §1.4)', async () => {
  const { add, change, relay, runs } = await build();
  await add('All', [{ type: 'lead.created' }]);
  await change((inside) => createLead(inside, { city: 'Bern' }));
  await relay();
  const [first] = await runs();
  const means = { type: 'workflow', id: 1, name: 'All', run: first?.id as RunId } as const;
  await change((inside) => createLead(inside, { city: 'Chur' }), { actor: { ...testActor, means } });
  await relay();
  expect((await runs()).map(({ depth, started_by }) => [depth, started_by])).toEqual([
    [0, null],
    [1, first?.id],
  ]);
});

describe('order', () => {
  test('events of one lead get ascending positions, although a later transaction commits first (spec/triggers §3.4)', async () => {
    const { add, change, relay, query } = await build();
    await add('All', [{ type: 'lead.updated' }]);
    const [a, b] = await change(async (inside) => [
      await createLead(inside, { city: 'A' }),
      await createLead(inside, { city: 'B' }),
    ]);
    await relay();
    let isOpen: (value: unknown) => void = () => {};
    const opened = new Promise((resolve) => {
      isOpen = resolve;
    });
    let commit: (value: unknown) => void = () => {};
    const committed = new Promise((resolve) => {
      commit = resolve;
    });
    // The long transaction has the smaller transaction ID, but changes lead B second.
    const long = change(async (inside) => {
      await editLead(inside, a.id, { score: 1 });
      isOpen(undefined);
      await committed;
      await editLead(inside, b.id, { score: 2 });
    });
    await opened;
    await change((inside) => editLead(inside, b.id, { score: 1 }));
    await relay();
    commit(undefined);
    await long;
    await relay();
    const rows = await query(
      `select lead_id::int, (data -> 'changes' -> 0 ->> 'new')::int as score from events
       where workspace_id = $1 and type = 'lead.updated' order by position`,
    );
    expect(rows.filter(({ lead_id }) => lead_id === b.id).map(({ score }) => score)).toEqual([1, 2]);
    expect(rows).toHaveLength(3);
  });

  test('concurrent writers and relays give each event one position and one run, per lead in order', async () => {
    const { add, change, relay, query, runs } = await build();
    await add('All', [{ type: 'lead.updated' }]);
    const leads: LeadId[] = [];
    for (let index = 0; index < 5; index++)
      leads.push((await change((inside) => createLead(inside, { score: 0 }))).id);
    const writing = leads.map(async (id) => {
      for (let score = 1; score <= 20; score++) await change((inside) => editLead(inside, id, { score }));
    });
    let isDone = false;
    const relaying = Array.from({ length: 3 }, async () => {
      while (!isDone) await relay();
    });
    await Promise.all(writing);
    isDone = true;
    await Promise.all(relaying);
    await relay();
    const events = await query(
      `select lead_id::int, position::int, (data -> 'changes' -> 0 ->> 'new')::int as score from events
       where workspace_id = $1 and type = 'lead.updated' order by position`,
    );
    const upTo20 = Array.from({ length: 20 }, (_, index) => index + 1);
    for (const id of leads)
      expect(events.filter(({ lead_id }) => lead_id === id).map(({ score }) => score)).toEqual(upTo20);
    const seen = await runs();
    expect(seen).toHaveLength(100);
    expect(new Set(seen.map(({ data }) => `${data.lead.id} ${data.lead.score}`)).size).toBe(100);
  });
});

test('erasing a person erases their events and the runs that they started; old events are purged', async () => {
  const { context, workspace, add, change, relay, query, runs } = await build();
  await add('All', [{ type: 'lead.created' }]);
  const { id } = await change((inside) => createLead(inside, { city: 'Bern' }));
  await change((inside) => createLead(inside, { city: 'Chur' }));
  await relay();
  await erasePerson(context, testActor, workspace.id, { lead: id });
  expect((await runs()).map(({ data }) => data.lead.city)).toEqual(['Chur']);
  const events = () => query('select lead_id from events where workspace_id = $1');
  expect(await events()).toHaveLength(1);
  await purgeEvents(database.current.upkeep, { now: () => new Date(Date.now() + 29 * 86_400_000) });
  expect(await events()).toHaveLength(1);
  await purgeEvents(database.current.upkeep, { now: () => new Date(Date.now() + 31 * 86_400_000) });
  expect(await events()).toEqual([]);
});

test('filters in the process match the same leads as a search in the database (spec/rest-api §6.4)', async () => {
  const { context, workspace, admin, change, query } = await build();
  await changing(context, workspace.id, async (c) => {
    await saveLeadField(c, { alias: 'budget', type: 'number' });
    await saveLeadField(c, { alias: 'since', type: 'date' });
    await saveLeadField(c, { alias: 'colors', type: 'multiselect', options: ['red', 'blue'] });
  });
  const records = [
    { city: 'Bern', score: 10, tags: ['hot', 'New'], budget: 1.5, since: '2026-01-01', colors: ['red'] },
    { city: 'bern ', score: -3, tags: ['cold'], budget: 0, colors: ['red', 'blue'] },
    { city: 'Zürich', score: 50, budget: 1000, since: '2025-12-31' },
    { city: '😀town', email: 'a@b.test', tags: ['HOT'] },
    {},
  ];
  for (const record of records) await change((inside) => createLead(inside, record));
  const fields = await context.db.read(workspace.id, (t) => readFieldSet(t, workspace.id));
  const rows = await query('select id::int, wire, field_set from leads where workspace_id = $1 order by id');
  const leads = rows.map(({ id, wire, field_set }) =>
    presentStored(`{"id":${id},${wire}`, field_set, new Map(), fields),
  );
  const values: Record<string, unknown[]> = {
    city: ['BERN', 'zürich', 'B', 'n', '😀', 'ü'],
    score: [10, 0, 50],
    tags: ['hot', 'new'],
    budget: [0, 1.5],
    since: ['2026-01-01'],
    colors: ['red', 'blue'],
    email: ['A@B.test'],
    date_added: ['2020-01-01T00:00:00Z'],
    id: [rows[1].id],
  };
  const principal = {
    workspace,
    user: admin,
    role: { ...admin.role, isAdmin: true, permissions: {} },
    means: { type: 'api_key' },
  } as const;
  const operators = [
    ...['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'contains', 'not_contains', 'begins_with'],
    ...[
      'not_begins_with',
      'ends_with',
      'not_ends_with',
      'in',
      'not_in',
      'between',
      'is_empty',
      'is_not_empty',
    ],
  ];
  let compared = 0;
  for (const [alias, given] of Object.entries(values)) {
    for (const operator of operators) {
      for (const one of given) {
        const value =
          operator === 'between' ? [one, given.at(-1)] : operator.endsWith('in') ? [one, given.at(-1)] : one;
        const filters = [operator.startsWith('is_') ? { alias, operator } : { alias, operator, value }];
        let filter: ReturnType<typeof readFilter>;
        try {
          filter = readFilter(filters, 'all', fields.byAlias);
        } catch {
          continue;
        }
        const { leads: found } = await listLeads(context, principal, fields, { filters, orderBy: 'id' }, 100);
        const ids = [...found.matchAll(/\{"id":(\d+),/g)].map(([, id]) => Number(id));
        const matching = leads.filter((lead) => matchesFilter(filter, lead)).map(({ id }) => id);
        expect(matching, JSON.stringify(filters)).toEqual(ids);
        compared += 1;
      }
    }
  }
  expect(compared).toBeGreaterThan(150);
});
