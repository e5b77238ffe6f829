import { useQuery } from '@tanstack/react-query';
import { query } from '../../../api/queries.ts';
import type { RunsSearch } from '../runs-search.ts';
import { useRunTotals } from './use-runs.ts';

/** Returns whether nothing has ever run, so that there is nothing to filter or to draw. Filters that match nothing don't count. */
export function useIsUnused({ workflow, ...filters }: RunsSearch): boolean {
  const totals = useRunTotals({ ...filters, ...(workflow !== undefined && { workflow }) });
  const isFiltered = Object.keys(filters).length > 0;
  const isEmpty = !isFiltered && totals?.length === 0;
  const { data } = useQuery({
    ...query('GET /runs', { query: workflow === undefined ? {} : { workflow } }),
    enabled: isEmpty,
  });
  return isEmpty && data?.runs.length === 0;
}
