import { ActionIcon, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { query } from '../../../api/queries.ts';
import { lastSearch } from '../../../components/navigation/last-search.ts';
import { leadTexts } from '../../../texts/leads/lead.ts';
import { criteriaOf, defaultOrder, readView } from '../view/lead-view.ts';

/** Opens the previous or the next lead of the list that the user came from. */
export function Neighbors({ id }: { id: number }) {
  const navigate = useNavigate();
  const [view] = useState(() => readView({ ...lastSearch('/leads') }));
  const body = { ...criteriaOf(view), order: view.order ?? defaultOrder };
  const { data, isPlaceholderData } = useQuery({
    ...query('POST /leads/:id/neighbors', { params: { id }, body }),
    placeholderData: keepPreviousData,
  });
  const [previous, next] = isPlaceholderData ? [] : [data?.previous, data?.next];
  const open = (to: number | null | undefined) => {
    if (typeof to === 'number') void navigate({ to: '/leads/$id', params: { id: String(to) } });
  };
  useHotkeys([
    ['k', () => open(previous)],
    ['j', () => open(next)],
  ]);
  return (
    <>
      <Step label={leadTexts.previous} to={previous} icon={IconChevronUp} onOpen={open} />
      <Step label={leadTexts.next} to={next} icon={IconChevronDown} onOpen={open} />
    </>
  );
}

function Step({
  label,
  to,
  icon: Icon,
  onOpen,
}: {
  label: string;
  to: number | null | undefined;
  icon: typeof IconChevronUp;
  onOpen: (to: number | null | undefined) => void;
}) {
  const isMissing = typeof to !== 'number';
  return (
    <Tooltip label={label}>
      {/* A disabled button would lose the focus at the end of the list, and couldn't say what it does. */}
      <ActionIcon
        aria-label={label}
        aria-disabled={isMissing}
        data-disabled={isMissing}
        onClick={() => onOpen(to)}
      >
        <Icon size={18} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  );
}
