import { getRouteApi } from '@tanstack/react-router';
import { RequestsView } from '../../requests/requests-view.tsx';
import { readRequestSearch } from '../../requests/search.ts';
import { useWorkflowPage } from '../workflow-context.ts';

const route = getRouteApi('/workflows/$id/requests');

/** The requests to the workflow's webhook. */
export function RequestsTab() {
  const { workflow } = useWorkflowPage();
  const navigate = route.useNavigate();
  return (
    <RequestsView
      workflow={workflow.id}
      search={readRequestSearch(route.useSearch())}
      onSearch={(next, options) => void navigate({ search: next, ...options })}
    />
  );
}
