import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { query } from '../../../api/queries.ts';
import { lastSearch } from '../../../components/navigation/last-search.ts';
import { Neighbors } from '../../../components/navigation/neighbors.tsx';
import { leadTexts } from '../../../texts/leads/lead.ts';
import { criteriaOf, defaultOrder, readView } from '../view/lead-view.ts';

/** Opens the previous or the next lead of the list that the user came from. */
export function LeadNeighbors({ id }: { id: number }) {
  const navigate = useNavigate();
  const [view] = useState(() => readView({ ...lastSearch('/leads') }));
  const body = { ...criteriaOf(view), order: view.order ?? defaultOrder };
  const { data, isPlaceholderData } = useQuery({
    ...query('POST /leads/:id/neighbors', { params: { id }, body }),
    placeholderData: keepPreviousData,
  });
  return (
    <Neighbors
      previous={isPlaceholderData ? undefined : data?.previous}
      next={isPlaceholderData ? undefined : data?.next}
      labels={leadTexts}
      place={
        data && data.position !== null ? leadTexts.place(data.position, data.total, data.is_exact) : undefined
      }
      onOpen={(to) => void navigate({ to: '/leads/$id', params: { id: String(to) } })}
    />
  );
}
