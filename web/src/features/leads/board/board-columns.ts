import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ApiResponse, call } from '../../../api/call.ts';
import { query } from '../../../api/queries.ts';
import type { Lead } from '../field.ts';
import { defaultOrder, type LeadView } from '../view/lead-view.ts';

const maxColumns = 12;
const cardsAtOnce = 20;

/** Common statuses in the order in which leads usually pass them. Others come after them, the most frequent first. */
const usualOrder = [
  'new',
  'open',
  'contacted',
  'qualified',
  'proposal',
  'negotiation',
  'won',
  'customer',
  'lost',
];

/** Loads the statuses that have a column. Null is the column of leads without a status. */
export const useStatuses = () =>
  useQuery({ ...query('GET /leads/values/:field', { params: { field: 'status' } }), select: columnsOf });

function columnsOf({ values }: ApiResponse<'GET /leads/values/:field'>): readonly (string | null)[] {
  const rank = (status: string) => {
    const place = usualOrder.indexOf(status.toLowerCase());
    return place < 0 ? usualOrder.length : place;
  };
  const statuses = values.slice(0, maxColumns).map(({ value }) => value);
  return [...statuses.sort((one, other) => rank(one) - rank(other)), null];
}

/** Loads the cards of a column, 20 at a time. */
export function useColumn(view: LeadView, status: string | null) {
  const { search, filters = [], match, order = defaultOrder } = view;
  const own = status === null ? { operator: 'is_empty' } : { operator: 'eq', value: status };
  const body = {
    ...(search !== undefined && { search }),
    filters: [...(match === 'any' ? [{ any: filters }] : filters), { alias: 'status', ...own }],
    order,
    limit: cardsAtOnce,
  };
  const pages = useInfiniteQuery({
    queryKey: ['POST /leads/search', 'board', body],
    queryFn: ({ pageParam, signal }) =>
      call('POST /leads/search', { body: { ...body, ...pageParam } }, signal),
    initialPageParam: {},
    getNextPageParam: ({ stop, way }) => (stop === null ? undefined : { after: stop, way }),
  });
  const first = pages.data?.pages[0];
  return {
    pages,
    leads: pages.data?.pages.flatMap(({ leads }) => leads as Lead[]) ?? [],
    total: first && { count: first.total ?? 0, isExact: first.is_exact },
  };
}
