import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { query } from '../../../api/queries.ts';
import { Neighbors } from '../../../components/navigation/neighbors.tsx';
import { runTexts } from '../../../texts/runs/runs-run.ts';
import { lastList, queryOf } from '../runs-search.ts';

/** Opens the previous or the next run of the list that the user came from. */
export function RunNeighbors({ id }: { id: string }) {
  const navigate = useNavigate();
  const [search] = useState(lastList);
  const { data, isPlaceholderData } = useQuery({
    ...query('GET /runs/:id/neighbors', { params: { id }, query: queryOf(search) }),
    placeholderData: keepPreviousData,
  });
  return (
    <Neighbors
      previous={isPlaceholderData ? undefined : data?.previous}
      next={isPlaceholderData ? undefined : data?.next}
      labels={runTexts}
      onOpen={(to) => void navigate({ to: '/runs/$id', params: { id: to } })}
    />
  );
}
