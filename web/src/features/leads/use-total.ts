import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../api/queries.ts';
import type { FirstWindow } from './table/use-lead-pages.ts';
import { chosenOf, isFiltered, type LeadView } from './view/lead-view.ts';

/** How many leads a view has. */
export interface Total {
  readonly count: number;
  /** Otherwise there are at least so many: all of millions are counted only when somebody wants to know. */
  readonly isExact: boolean;
  readonly isFiltered: boolean;
  readonly isCounting: boolean;
  countAll(): void;
}

export function useTotal(view: LeadView, first: FirstWindow | undefined): Total {
  const list = JSON.stringify(chosenOf(view));
  const [wanted, setWanted] = useState<string>();
  const counted = useQuery({
    ...query('POST /leads/count', { body: chosenOf(view) }),
    enabled: wanted === list,
  });
  const isCounted = wanted === list && counted.data !== undefined;
  return {
    count: isCounted ? counted.data.total : (first?.total ?? 0),
    isExact: isCounted || (first?.is_exact ?? true),
    isFiltered: isFiltered(view),
    isCounting: wanted === list && counted.isFetching,
    countAll: () => setWanted(list),
  };
}
