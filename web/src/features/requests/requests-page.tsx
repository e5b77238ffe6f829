import { useMay } from '../../api/session.ts';
import { LiveMark } from '../../components/chips/live-mark.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { useNarrow } from '../../components/page/use-narrow.ts';
import { requestsTexts as texts } from '../../texts/runs/requests.ts';
import { RequestSpan } from './request-span.tsx';
import { RequestsView } from './requests-view.tsx';
import { requestsPlace, type SetSearch } from './search.ts';
import { SendTest } from './send-test.tsx';

/** The request inspector for all workflows. */
export function RequestsPage() {
  const search = requestsPlace.useSearch();
  const navigate = requestsPlace.useNavigate();
  const isNarrow = useNarrow();
  const may = useMay();
  const onSearch: SetSearch = (next, options) => void navigate({ search: next, ...options });
  return (
    <PageFrame
      title={texts.title}
      guide="console/listeners.md#the-request-inspector"
      state={
        !isNarrow &&
        search.to === undefined && <LiveMark operations={['GET /requests', 'GET /requests/summary']} />
      }
      actions={
        <>
          {!isNarrow && <RequestSpan search={search} onSearch={onSearch} />}
          {may('workflows.edit') && <SendTest workflow={search.workflow} />}
        </>
      }
    >
      <RequestsView search={search} onSearch={onSearch} hasPeriod={isNarrow} />
    </PageFrame>
  );
}
