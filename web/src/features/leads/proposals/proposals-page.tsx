import { Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/session.ts';
import { DecisionPage } from '../../../components/approvals/decision-page.tsx';
import { outcomes } from '../../../components/approvals/use-decide.ts';
import { useDecidedRows } from '../../../components/approvals/use-decided-rows.ts';
import { BulkBar } from '../../../components/table/bulk-bar.tsx';
import { proposalsTexts as texts } from '../../../texts/leads/proposals.ts';
import { keyOf, nameOf } from './proposal.ts';
import { columnsOf } from './proposal-columns.tsx';
import { useDecideProposals } from './use-decide-proposals.ts';

const route = getRouteApi('/proposals');
const refreshMs = 15_000;

/** What agents and programs want to change, newest first. */
export function ProposalsPage() {
  const { status = 'pending' } = route.useSearch();
  const pages = useInfiniteQuery({
    queryKey: ['GET /proposals', 'pages', status],
    queryFn: ({ pageParam, signal }) =>
      call('GET /proposals', { query: { status, start: pageParam } }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ total }, read) => {
      const count = read.flatMap(({ proposals }) => proposals).length;
      return count < total ? count : undefined;
    },
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  });
  const may = useMay();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { rows: proposals, keep } = useDecidedRows(
    status,
    pages.data?.pages.flatMap((page) => page.proposals) ?? [],
  );
  const deciding = useDecideProposals(keep);
  const canSelect = status === 'pending' && proposals.some((one) => one.can_decide);
  const chosen = canSelect ? proposals.filter((one) => one.can_decide && selected.has(keyOf(one))) : [];
  const isAll = status === 'all';
  return (
    <DecisionPage
      texts={texts}
      path="/proposals"
      isAll={isAll}
      guide="proposals.md"
      source={may('roles.manage') && { to: '/settings/roles', label: texts.toRoles }}
      pages={pages}
      name="proposals"
      columns={columnsOf(deciding, isAll)}
      rows={proposals}
      keyOf={keyOf}
      nameOf={nameOf}
      {...(canSelect && { selection: { selected, onChange: setSelected } })}
    >
      <BulkBar count={chosen.length} onClear={() => setSelected(new Set())}>
        {outcomes.map((outcome) => (
          <Button
            key={outcome}
            variant={outcome === 'approved' ? 'filled' : 'default'}
            leftSection={outcome === 'approved' ? <IconCheck size={16} /> : <IconX size={16} />}
            disabled={deciding.isPending}
            onClick={() => {
              deciding.decide(
                outcome,
                chosen.map(({ id }) => id),
              );
              setSelected(new Set());
            }}
          >
            {texts.decideMany[outcome](chosen.length)}
          </Button>
        ))}
      </BulkBar>
    </DecisionPage>
  );
}
