import { getRouteApi } from '@tanstack/react-router';
import { PeriodChoice } from '../../../components/fields/period-choice.tsx';
import { useNarrow } from '../../../components/page/use-narrow.ts';
import { useIsUnused } from '../../runs/list/use-is-unused.ts';
import { type RunsSearch, readRunsSearch } from '../../runs/runs-search.ts';
import { RunsView } from '../../runs/runs-view.tsx';
import { useWorkflowPage } from '../workflow-context.ts';
import { TabTools } from './tab-tools.tsx';

const route = getRouteApi('/workflows/$id/runs');

/** The workflow's runs. */
export function RunsTab() {
  const { workflow } = useWorkflowPage();
  const navigate = route.useNavigate();
  const isNarrow = useNarrow();
  const search = readRunsSearch(route.useSearch());
  const isUnused = useIsUnused({ ...search, workflow: workflow.id });
  const onSearch = (next: RunsSearch) => void navigate({ search: next, replace: true });
  return (
    <>
      {!isNarrow && !isUnused && (
        <TabTools>
          <PeriodChoice
            period={search}
            onChange={(period) => onSearch(readRunsSearch({ ...search, ...period }))}
          />
        </TabTools>
      )}
      <RunsView workflow={workflow.id} search={search} onSearch={onSearch} />
    </>
  );
}
