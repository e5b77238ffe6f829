import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../api/queries.ts';
import type { FirstWindow } from './table/use-lead-pages.ts';
import { criteriaOf, isFiltered, type LeadView } from './view/lead-view.ts';

/** The number of leads in a view. */
export interface Total {
  readonly count: number;
  /** Whether `count` is exact. If not, it is a lower bound: long lists are counted completely only on request. */
  readonly isExact: boolean;
  readonly isFiltered: boolean;
  readonly isCounting: boolean;
  countAll(): void;
}

export function useTotal(view: LeadView, first: FirstWindow | undefined): Total {
  const list = JSON.stringify(criteriaOf(view));
  const [requested, setRequested] = useState<string>();
  const counted = useQuery({
    ...query('POST /leads/count', { body: criteriaOf(view) }),
    enabled: requested === list,
  });
  const isCounted = requested === list && counted.data !== undefined;
  return {
    count: isCounted ? counted.data.total : (first?.total ?? 0),
    isExact: isCounted || (first?.is_exact ?? true),
    isFiltered: isFiltered(view),
    isCounting: requested === list && counted.isFetching,
    countAll: () => setRequested(list),
  };
}
