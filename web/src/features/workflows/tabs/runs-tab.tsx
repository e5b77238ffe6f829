import { getRouteApi } from '@tanstack/react-router';
import { readRunsSearch } from '../../runs/runs-search.ts';
import { RunsView } from '../../runs/runs-view.tsx';
import { useWorkflowPage } from '../workflow-context.ts';

const route = getRouteApi('/workflows/$id/runs');

/** The workflow's runs. */
export function RunsTab() {
  const { workflow } = useWorkflowPage();
  const navigate = route.useNavigate();
  return (
    <RunsView
      workflow={workflow.id}
      search={readRunsSearch(route.useSearch())}
      onSearch={(next) => void navigate({ search: next, replace: true })}
    />
  );
}
