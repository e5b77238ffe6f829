import { NativeSelect, Stack } from '@mantine/core';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { FilterRow } from '../../components/fields/filter-row.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { MoreButton } from '../../components/page/more-button.tsx';
import { Panel } from '../../components/page/panel.tsx';
import { agentsTexts } from '../../texts/agents.ts';
import { CallRow } from './call-row.tsx';
import type { CallSearch } from './call-search.ts';

const texts = agentsTexts.calls;
const route = getRouteApi('/apps/agents');

/** The log of tool calls by agents. */
export function CallsPanel() {
  const search = route.useSearch();
  const pages = useSuspenseInfiniteQuery({
    queryKey: ['GET /agents/calls', search],
    queryFn: ({ pageParam, signal }) =>
      call(
        'GET /agents/calls',
        { query: { ...search, ...(pageParam === null ? {} : { before: pageParam }) } },
        signal,
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
  const calls = pages.data.pages.flatMap((page) => page.calls);
  return (
    <Panel title={texts.title} about={`${texts.about} ${texts.shown(calls.length, !pages.hasNextPage)}`}>
      <CallFilters search={search} />
      {calls.length === 0 ? (
        <NoCalls isFiltered={Object.keys(search).length > 0} />
      ) : (
        <Stack gap="xs">
          {calls.map((one) => (
            <CallRow key={one.id} call={one} />
          ))}
        </Stack>
      )}
      <MoreButton pages={pages} />
    </Panel>
  );
}

const NoCalls = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState isCompact title={texts.noneFits} text={texts.noneFitsHelp} />
  ) : (
    <EmptyState isCompact title={texts.none} text={texts.noneHelp} guide="agents.md" />
  );

function CallFilters({ search }: { search: CallSearch }) {
  const navigate = route.useNavigate();
  const set = (changed: Record<string, string | undefined>) =>
    void navigate({
      search: (present) => ({ ...present, ...changed }) as CallSearch,
      replace: true,
      resetScroll: false,
    });
  return (
    <FilterRow
      onClear={
        Object.keys(search).length > 0 && (() => set({ tool: undefined, user: undefined, ended: undefined }))
      }
    >
      <NativeSelect
        aria-label={texts.tool}
        data={[{ value: '', label: texts.allTools }, ...Object.keys(agentsTexts.tools.what)]}
        value={search.tool ?? ''}
        onChange={(event) => set({ tool: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        aria-label={texts.ended}
        data={[
          { value: '', label: texts.allEndings },
          ...Object.entries(texts.endings).map(([value, label]) => ({ value, label })),
        ]}
        value={search.ended ?? ''}
        onChange={(event) => set({ ended: event.currentTarget.value || undefined })}
      />
    </FilterRow>
  );
}
