import { PageFrame } from '../../components/page/page-frame.tsx';
import { requestsTexts as texts } from '../../texts/runs/requests.ts';
import { RequestsView } from './requests-view.tsx';
import { requestsPlace } from './search.ts';

/** The request inspector for all workflows. */
export function RequestsPage() {
  const search = requestsPlace.useSearch();
  const navigate = requestsPlace.useNavigate();
  return (
    <PageFrame title={texts.title} guide="console/listeners.md">
      <RequestsView
        search={search}
        onSearch={(next, options) => void navigate({ search: next, ...options })}
      />
    </PageFrame>
  );
}
