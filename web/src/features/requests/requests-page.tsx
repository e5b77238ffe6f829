import { Switch, Tooltip } from '@mantine/core';
import { Suspense, useState } from 'react';
import { Loading } from '../../components/page/loading.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { requestsTexts as texts } from '../../texts/runs/requests.ts';
import { RequestChart } from './request-chart.tsx';
import { RequestDetail } from './request-detail.tsx';
import { RequestFilters } from './request-filters.tsx';
import { RequestList } from './request-list.tsx';

/** The request inspector. */
export function RequestsPage() {
  const [isLive, setLive] = useState(true);
  return (
    <PageFrame
      title={texts.title}
      about={texts.about}
      actions={
        <Tooltip label={texts.liveHelp}>
          <Switch
            label={texts.live}
            checked={isLive}
            onChange={({ currentTarget }) => setLive(currentTarget.checked)}
          />
        </Tooltip>
      }
    >
      <Suspense fallback={<Loading />}>
        <RequestChart isLive={isLive} />
      </Suspense>
      <RequestFilters />
      <RequestList isLive={isLive} />
      <RequestDetail />
    </PageFrame>
  );
}
