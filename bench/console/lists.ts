import type { readWindow, WindowParams } from '../../server/src/core/leads/index.ts';
import { wideStatus } from '../seed/generated-names.ts';
import { rarePiece } from '../seed/shape.ts';

type Found = Awaited<ReturnType<typeof readWindow>>;

/** A list of leads that a user can request. */
export interface List {
  readonly name: string;
  readonly params: WindowParams;
  /** A value of the sort field from about the middle of the list. */
  readonly middle: string;
  /** Whether the list has leads at every depth. */
  readonly isFilled: boolean;
}

export const depths = ['first', 'beginning', 'middle', 'end'] as const;
export type Depth = (typeof depths)[number];

/** Every kind of sort order on the screen: id, text, unique text, number, date, and custom fields. */
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
    params: { orderBy, filters: conditions },
    middle,
    isFilled: true,
  })),
);

/**
 * Returns the parameters to request the leads at a depth, with a cursor from an earlier window, as the console
 * does.
 */
export async function wishAt(
  read: (params: WindowParams) => Promise<Found>,
  { params, middle }: List,
  depth: Depth,
): Promise<WindowParams> {
  // Opening the list also scans it once.
  if (depth === 'first') return params;
  const { strategy, stop } = await read(params);
  if (depth === 'end') return { ...params, strategy, isFromEnd: true };
  if (depth === 'beginning') return { ...params, strategy, after: stop ?? undefined };
  if (params.orderBy !== '-id')
    return { ...params, strategy, after: (await read({ ...params, strategy, at: middle })).after };
  const { rows } = await read({ ...params, orderBy: 'id', strategy, isFromEnd: true });
  const newest = rows.at(-1)?.id ?? 0;
  return { ...params, strategy, after: { key: null, id: Math.floor(newest / 2) } };
}
