import { Button, NativeSelect } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import type { RunStatus } from '../../components/chips/status-chip.tsx';
import { FilterRow } from '../../components/fields/filter-row.tsx';
import { WorkflowChoice } from '../../components/fields/workflow-choice.tsx';
import { NewRowsAnnouncer } from '../../components/notices/new-rows-announcer.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { ErrorNotice } from '../../components/page/error-notice.tsx';
import { Loading } from '../../components/page/loading.tsx';
import { MoreButton } from '../../components/page/more-button.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { runsTexts } from '../../texts/runs/runs.ts';
import { RunTable } from './run-table.tsx';
import { RunsChart } from './runs-chart.tsx';
import { type RunsSearch, readRunsSearch } from './runs-search.ts';

const route = getRouteApi('/runs');
const refreshMs = 3_000;

/** The latest runs, updated live. */
export function RunsPage() {
  const search = route.useSearch();
  const runs = useInfiniteQuery({
    queryKey: ['GET /runs', search],
    queryFn: ({ pageParam, signal }) =>
      call(
        'GET /runs',
        { query: { ...search, ...(pageParam === null ? {} : { before: pageParam }) } },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 1) === 1 ? refreshMs : false),
  });
  const shown = runs.data?.pages.flatMap((page) => page.runs) ?? [];
  return (
    <PageFrame title={runsTexts.title} about={runsTexts.about}>
      <RunsChart workflow={search.workflow} />
      <RunFilters search={search} />
      {runs.isPending && <Loading />}
      {runs.error && <ErrorNotice error={runs.error} onRetry={() => void runs.refetch()} />}
      {runs.data && shown.length === 0 && <NoRuns isFiltered={Object.keys(search).length > 0} />}
      {runs.data && (
        <NewRowsAnnouncer key={JSON.stringify(search)} ids={shown.map(({ id }) => id)} say={runsTexts.news} />
      )}
      {shown.length > 0 && <RunTable runs={shown} isAll={!runs.hasNextPage} />}
      <MoreButton pages={runs} />
    </PageFrame>
  );
}

function RunFilters({ search }: { search: RunsSearch }) {
  const navigate = route.useNavigate();
  const set = (part: { [Key in keyof RunsSearch]: RunsSearch[Key] | undefined }) =>
    void navigate({ search: (before) => readRunsSearch({ ...before, ...part }), replace: true });
  const statuses = Object.entries(runsTexts.statuses).map(([value, label]) => ({ value, label }));
  return (
    <FilterRow>
      <WorkflowChoice workflow={search.workflow} onChoose={(workflow) => set({ workflow })} />
      <NativeSelect
        label={runsTexts.filterByStatus}
        value={search.status ?? ''}
        data={[{ value: '', label: runsTexts.anyStatus }, ...statuses]}
        onChange={({ currentTarget: { value } }) =>
          set({ status: value === '' ? undefined : (value as RunStatus) })
        }
      />
      {Object.keys(search).length > 0 && (
        <Button variant="default" onClick={() => void navigate({ search: {} })}>
          {runsTexts.clear}
        </Button>
      )}
    </FilterRow>
  );
}

const NoRuns = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState title={runsTexts.noneFit} text={runsTexts.noneFitHelp} />
  ) : (
    <EmptyState
      drawing="flow"
      title={runsTexts.none}
      text={runsTexts.noneHelp}
      action={
        <Button component={Link} to="/workflows">
          {runsTexts.toWorkflows}
        </Button>
      }
    />
  );
