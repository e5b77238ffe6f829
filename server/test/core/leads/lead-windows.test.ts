// The console's cursor-based lead list, with every sort order and filter, from either end, while leads are
// added and deleted.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Principal } from '../../../src/core/access/index.ts';
import { type FieldSet, readFieldSet, saveLeadField } from '../../../src/core/lead-fields/index.ts';
import { createLead, deleteLead, readWindow, type WindowParams } from '../../../src/core/leads/index.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import type { LeadId } from '../../../src/lib/ids.ts';
import { buildWorkspace, changing, changingLeads } from '../../harness/builders.ts';
import { buildPrincipal } from '../../harness/job-stage.ts';
import { isFullRun, seededRandom, seedOfRun } from '../../harness/seeded-random.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();
const random = seededRandom(seedOfRun);
const count = 430;

interface TestLead {
  readonly id: number;
  readonly [alias: string]: string | number | null;
}
let workspace: Workspace;
let admin: Principal;
let seller: Principal;
let fields: FieldSet;
const created = new Map<number, TestLead>();

/**
 * Generates few distinct values and many empty ones, so IDs decide the order and pages end between equal
 * values.
 */
function draw(): Omit<TestLead, 'id'> {
  const text = (words: readonly string[]) => (random.chance(30) ? null : random.oneOf(words));
  const number = random.pick(1_000_000);
  return {
    last_name: text(['Ada', 'ada', 'Émile', 'Zoë', 'von X', '日本', 'B'.repeat(900)]),
    email: random.chance(40) ? null : `p${number}.${created.size}@x.test`,
    score: random.chance(30) ? null : random.pick(5) - 2,
    city: text(['Berlin', 'Wien', 'Paris']),
    plan: text(['free', 'paid', 'trial']),
    size: random.chance(50) ? null : random.pick(4) / 2,
    owner_id: random.chance(40) ? seller.user.id : null,
  };
}

async function add(): Promise<void> {
  const lead = draw();
  const { id } = await changingLeads(database.current.context, workspace.id, (change) =>
    createLead(change, lead),
  );
  created.set(id, { id, ...lead });
}

beforeAll(async () => {
  const { context } = database.current;
  workspace = await buildWorkspace(context);
  admin = await buildPrincipal(database.current, workspace, { isAdmin: true });
  seller = await buildPrincipal(database.current, workspace, { permissions: { 'leads.view': 'own' } });
  await changing(context, workspace.id, async (change) => {
    await saveLeadField(change, { alias: 'plan', type: 'text' });
    await saveLeadField(change, { alias: 'size', type: 'number' });
  });
  fields = await context.db.read(workspace.id, (transaction) => readFieldSet(transaction, workspace.id));
  for (let index = 0; index < count; index++) await add();
});

const read = (params: WindowParams, as = admin) => readWindow(database.current.context, as, fields, params);
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => Number(id));

/** The expected list: leads without a value come last, in both directions. */
function expected(orderBy: string, matches: (lead: TestLead) => boolean): number[] {
  const alias = orderBy.replace(/^-/, '');
  const sign = orderBy.startsWith('-') ? -1 : 1;
  const keyOf = (lead: TestLead) => {
    const value = lead[alias] ?? null;
    return typeof value === 'string' ? Buffer.from(value.normalize('NFC').toLowerCase()) : value;
  };
  const compare = (a: TestLead, b: TestLead): number => {
    const [one, other] = [keyOf(a), keyOf(b)];
    if ((one === null) !== (other === null)) return one === null ? 1 : -1;
    const by =
      Buffer.isBuffer(one) && Buffer.isBuffer(other)
        ? one.compare(other)
        : Number(one ?? 0) - Number(other ?? 0);
    return sign * (by || a.id - b.id);
  };
  return [...created.values()]
    .filter(matches)
    .sort(compare)
    .map(({ id }) => id);
}

async function readAll(
  params: WindowParams,
  as: Principal,
  betweenPages = async () => {},
): Promise<number[]> {
  const ids: number[] = [];
  const { isFromEnd } = params;
  let edge = {};
  for (let windows = 0; windows < 50; windows++) {
    const { rows, stop, strategy } = await read({ ...params, ...edge }, as);
    ids[isFromEnd ? 'unshift' : 'push'](...idsOf(rows));
    if (!stop) return ids;
    edge = { strategy: params.strategy ?? strategy, ...(isFromEnd ? { until: stop } : { after: stop }) };
    await betweenPages();
  }
  throw new Error('the list never ends');
}

const orders = [
  ...['id', '-id', 'last_name', '-last_name', 'email', '-email', 'score', '-score', 'date_added'],
  ...['plan', '-plan', 'size', '-size'],
];
const filters: [string, WindowParams, (lead: TestLead) => boolean][] = [
  ['no filter', {}, () => true],
  [
    'a column',
    { filters: [{ alias: 'city', operator: 'eq', value: 'berlin' }] },
    ({ city }) => city === 'Berlin',
  ],
  [
    'a custom field',
    { filters: [{ alias: 'size', operator: 'gte', value: 1 }] },
    ({ size }) => size !== null && Number(size) >= 1,
  ],
  ['a substring', { filters: [{ alias: 'last_name', operator: 'contains', value: 'ada' }] }, isAda],
  [
    'either of two conditions',
    {
      filters: [
        { alias: 'plan', operator: 'eq', value: 'paid' },
        { alias: 'score', operator: 'is_empty' },
      ],
      match: 'any',
    },
    ({ plan, score }) => plan === 'paid' || score === null,
  ],
];
function isAda({ last_name }: TestLead): boolean {
  return String(last_name).toLowerCase() === 'ada';
}

/** One order of each kind: by ID, text and number, of a column and of a custom field, in both directions. */
const someOrders = ['id', '-last_name', 'score', 'plan', '-size'];

describe.each(filters)('with %s', (name, filter, matches) => {
  test.each(isFullRun || name === 'no filter' ? orders : someOrders)(
    `ordered by %s, consecutive windows make up the whole list from either end (seed ${seedOfRun})`,
    async (orderBy) => {
      const params = { ...filter, orderBy };
      const complete = expected(orderBy, matches);
      const first = await read(params);
      expect(first.survey).toMatchObject({ total: complete.length, isExact: true });
      for (const strategy of [undefined, 'walk'] as const) {
        expect(await readAll({ ...params, strategy }, admin)).toEqual(complete);
        expect(await readAll({ ...params, strategy, isFromEnd: true }, admin)).toEqual(complete);
      }
      const edges = [undefined, ...first.marks, undefined];
      for (const [index, after] of edges.slice(0, -1).entries()) {
        const { rows, stop } = await read({
          ...params,
          strategy: first.strategy,
          after,
          until: edges[index + 1],
        });
        expect(idsOf(rows)).toEqual(complete.slice(index * 100, (index + 1) * 100));
        expect(stop).toBeNull();
      }
      const own = expected(orderBy, (lead) => matches(lead) && lead.owner_id === seller.user.id);
      expect(await readAll(params, seller)).toEqual(own);
      expect(await readAll({ ...params, strategy: 'walk', isFromEnd: true }, seller)).toEqual(own);
    },
  );
});

test.each(isFullRun ? orders : someOrders)(
  'ordered by %s, unchanged leads appear once while others are added and deleted',
  async (orderBy) => {
    const gone = new Set<number>();
    const before = new Set(created.keys());
    const disturb = async () => {
      for (let index = 0; index < 3; index++) await add();
      const stays = [...created.keys()];
      for (const id of new Set([random.oneOf(stays), random.oneOf(stays)])) {
        await changingLeads(database.current.context, workspace.id, (change) =>
          deleteLead(change, id as LeadId),
        );
        gone.add(id);
        created.delete(id);
      }
    };
    for (const strategy of ['walk', 'narrow'] as const)
      for (const isFromEnd of [false, true]) {
        const seen = await readAll({ orderBy, strategy, isFromEnd }, admin, disturb);
        expect(new Set(seen).size).toBe(seen.length);
        const stayed = expected(orderBy, ({ id }) => before.has(id));
        expect(seen.filter((id) => before.has(id) && !gone.has(id))).toEqual(stayed);
      }
  },
);

describe('jumping to a value', () => {
  test.each([
    [
      'last_name',
      // Sorted by code point, so accented letters come after z.
      'z',
      (lead: TestLead) => /^(z|é|日)/i.test(String(lead.last_name ?? '')) || lead.last_name === null,
    ],
    [
      '-last_name',
      'b',
      (lead: TestLead) => lead.last_name === null || /^(b|a)/i.test(String(lead.last_name)),
    ],
    ['score', '1', (lead: TestLead) => lead.score === null || Number(lead.score) >= 1],
    ['-size', '0.5', (lead: TestLead) => lead.size === null || Number(lead.size) <= 0.5],
  ] as const)(
    'sorted by %s: "%s" shows the matching leads and those after them',
    async (orderBy, at, matches) => {
      const { rows, after, strategy } = await read({ orderBy, at });
      const complete = expected(orderBy, matches);
      expect(idsOf(rows)).toEqual(complete.slice(0, 100));
      const { rows: earlier } = await read({ orderBy, strategy, until: after, isFromEnd: true });
      const all = expected(orderBy, () => true);
      expect([...idsOf(earlier), ...idsOf(rows)]).toEqual(
        all.slice(
          Math.max(0, all.length - complete.length - 100),
          all.length - complete.length + rows.length,
        ),
      );
    },
  );

  test.each([
    ['score', { at: 'many' }],
    ['score', { after: { key: '1; drop', id: 1 } }],
    ['date_added', { after: { key: 'yesterday', id: 1 } }],
    ['last_name', { after: { key: '\u0000', id: 1 } }],
  ])('a cursor that is invalid for %s is rejected', async (orderBy, params) => {
    await expect((async () => read({ orderBy, ...params }))()).rejects.toMatchObject({ kind: 'invalid' });
  });
});
