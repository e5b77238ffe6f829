import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '../../../api/queries.ts';
import { queryOf, type RunsSearch } from '../runs-search.ts';

const refreshMs = 10_000;

/** Reads the charts of the runs that the filters select. */
export const useRunsChart = (search: RunsSearch) =>
  useQuery({
    ...query('GET /runs-chart', { query: queryOf(search) }),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  });
