import type { readWindow, WindowParams } from '../../server/src/core/leads/index.ts';
import { wideStatus } from '../seed/generated-names.ts';
import { rarePiece } from '../seed/shape.ts';

type Found = Awaited<ReturnType<typeof readWindow>>;

/** A list of leads as somebody can ask for it. */
export interface List {
  readonly name: string;
  readonly wish: WindowParams;
  /** A value of its order that lies about in the middle. */
  readonly middle: string;
  /** There are leads at every depth. */
  readonly isFilled: boolean;
}

export const depths = ['first', 'beginning', 'middle', 'end'] as const;
export type Depth = (typeof depths)[number];

/** Every kind of order that the screen offers: the id, a text, a unique one, a number, a date, and own fields. */
const orders: readonly [string, string][] = [
  ['-id', ''],
  ['last_name', 'm'],
  ['-last_name', 'm'],
  ['email', 'contact.3'],
  ['mobile', '+49 15'],
  ['status', 'open'],
  ['score', '500'],
  ['-date_added', '2024-05-01T00:00:00Z'],
  ['date_modified', '2024-05-01T00:00:00Z'],
  ['segment', 'm'],
  ['-budget', '50000'],
];

const filters: readonly [string, unknown[]][] = [
  ['all', []],
  ['narrow', [{ alias: 'city', operator: 'eq', value: `Port ${rarePiece(0)}` }]],
  ['contains', [{ alias: 'last_name', operator: 'contains', value: rarePiece(0) }]],
  ['wide', [{ alias: 'status', operator: 'eq', value: wideStatus }]],
  ['wide without an index', [{ alias: 'city', operator: 'not_contains', value: 'zz' }]],
  ['wide own field', [{ alias: 'budget', operator: 'gt', value: 20_000 }]],
];

export const lists: readonly List[] = orders.flatMap(([orderBy, middle]) =>
  filters.map(([name, conditions]) => ({
    name: `${orderBy}, ${name}`,
    wish: { orderBy, filters: conditions },
    middle,
    isFilled: true,
  })),
);

/** How the leads at a depth are asked for: as the screen does, by a place that an earlier window told. */
export async function wishAt(
  read: (wish: WindowParams) => Promise<Found>,
  { wish, middle }: List,
  depth: Depth,
): Promise<WindowParams> {
  // Opening the list: it is looked over, too.
  if (depth === 'first') return wish;
  const { strategy, stop } = await read(wish);
  if (depth === 'end') return { ...wish, strategy, isFromEnd: true };
  if (depth === 'beginning') return { ...wish, strategy, after: stop ?? undefined };
  if (wish.orderBy !== '-id')
    return { ...wish, strategy, after: (await read({ ...wish, strategy, at: middle })).after };
  const { rows } = await read({ ...wish, orderBy: 'id', strategy, isFromEnd: true });
  const newest = rows.at(-1)?.id ?? 0;
  return { ...wish, strategy, after: { key: null, id: Math.floor(newest / 2) } };
}
