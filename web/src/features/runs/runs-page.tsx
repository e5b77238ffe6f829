import { getRouteApi } from '@tanstack/react-router';
import { LiveMark } from '../../components/chips/live-mark.tsx';
import { PeriodChoice } from '../../components/fields/period-choice.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { useNarrow } from '../../components/page/use-narrow.ts';
import { runsTexts } from '../../texts/runs/runs.ts';
import { RetryFailed } from './list/retry-failed.tsx';
import { useIsUnused } from './list/use-is-unused.ts';
import { type RunsSearch, readRunsSearch } from './runs-search.ts';
import { RunsView } from './runs-view.tsx';

const route = getRouteApi('/runs');

/** The runs of all workflows. The filters are kept in the URL. */
export function RunsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isNarrow = useNarrow();
  const isUnused = useIsUnused(search);
  const onSearch = (next: RunsSearch) => void navigate({ search: next, replace: true, resetScroll: false });
  return (
    <PageFrame
      title={runsTexts.title}
      state={
        !isNarrow && search.to === undefined && <LiveMark operations={['GET /runs', 'GET /runs-chart']} />
      }
      guide="console/runs.md#the-run-list"
      actions={
        <>
          {/* The button appears once runs have failed. At the start, it moves nothing. */}
          <RetryFailed search={search} />
          {!isNarrow && !isUnused && (
            <PeriodChoice
              period={search}
              onChange={(period) => onSearch(readRunsSearch({ ...search, ...period }))}
            />
          )}
        </>
      }
    >
      <RunsView search={search} onSearch={onSearch} />
    </PageFrame>
  );
}
