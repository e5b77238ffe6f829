import { getRouteApi } from '@tanstack/react-router';
import { useNarrow } from '../../../components/page/use-narrow.ts';
import { RequestSpan } from '../../requests/request-span.tsx';
import { RequestsView } from '../../requests/requests-view.tsx';
import { readRequestSearch, type SetSearch } from '../../requests/search.ts';
import { useWorkflowPage } from '../workflow-context.ts';
import { TabTools } from './tab-tools.tsx';

const route = getRouteApi('/workflows/$id/requests');

/** The requests to the workflow's webhook, except for those that failed the token check (spec/listeners §5.4). */
export function RequestsTab() {
  const { workflow } = useWorkflowPage();
  const navigate = route.useNavigate();
  const isNarrow = useNarrow();
  const search = readRequestSearch(route.useSearch());
  const onSearch: SetSearch = (next, options) => void navigate({ search: next, ...options });
  return (
    <>
      {!isNarrow && (
        <TabTools>
          <RequestSpan search={search} onSearch={onSearch} />
        </TabTools>
      )}
      <RequestsView workflow={workflow.id} search={search} onSearch={onSearch} hasPeriod={isNarrow} />
    </>
  );
}
