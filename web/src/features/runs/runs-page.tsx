import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { runsTexts } from '../../texts/runs/runs.ts';
import { RetryFailed } from './list/retry-failed.tsx';
import { rememberSearch } from './runs-search.ts';
import { RunsView } from './runs-view.tsx';

const route = getRouteApi('/runs');

/** The runs of all workflows. The filters are kept in the URL. */
export function RunsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  useEffect(() => rememberSearch(search), [search]);
  return (
    <PageFrame
      title={runsTexts.title}
      about={runsTexts.about}
      guide="console/runs.md"
      actions={<RetryFailed search={search} />}
    >
      <RunsView
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      />
    </PageFrame>
  );
}
