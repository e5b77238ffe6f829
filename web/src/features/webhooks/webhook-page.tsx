import { Button, Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { query, useChange } from '../../api/queries.ts';
import { TabLinks } from '../../components/navigation/tab-links.tsx';
import { showFailure } from '../../components/notices/notify.ts';
import { BackLink } from '../../components/page/back-link.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { Name } from '../../components/values/name.tsx';
import { webhooksTexts } from '../../texts/webhooks.ts';
import { WebhookChip } from './chips.tsx';
import { Deliveries } from './deliveries.tsx';
import { DeliveryModal } from './delivery-modal.tsx';
import { ReplayModal } from './replay-modal.tsx';
import { SecretPanel } from './secret-panel.tsx';
import { SettingsForm } from './settings-form.tsx';
import { StopPanel } from './stop-panel.tsx';
import { staleWebhooks } from './webhook.ts';
import { WebhookNotice } from './webhook-notice.tsx';

const route = getRouteApi('/apps/webhooks/$id');
const texts = webhooksTexts.page;
const refreshMs = 15_000;
const [minuteMs, dayMs] = [60_000, 86_400_000];

/** The start of a replay: shortly before deliveries stopped, because an event is older than its first attempt. */
const startOf = (stoppedAt: string | undefined): string =>
  new Date(stoppedAt === undefined ? Date.now() - dayMs : Date.parse(stoppedAt) - minuteMs).toISOString();

/** A webhook's deliveries and settings. */
export function WebhookPage() {
  const id = Number(route.useParams().id);
  const { tab, delivery, ...filter } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: webhook } = useSuspenseQuery({
    ...query('GET /webhooks/:id', { params: { id } }),
    refetchInterval: refreshMs,
  });
  const [replayFrom, setReplayFrom] = useState<string>();
  const test = useChange('POST /webhooks/:id/test', staleWebhooks);
  const sendTest = () =>
    test
      .mutateAsync({ params: { id } })
      .then(({ delivery: sent }) => navigate({ search: { delivery: Number(sent) } }), showFailure);
  const to = `/apps/webhooks/${id}`;
  return (
    <PageFrame
      back={<BackLink to="/apps/webhooks" label={texts.back} />}
      title={webhook.name}
      state={<WebhookChip webhook={webhook} />}
      about={<Name>{webhook.url}</Name>}
      guide="event-webhooks.md"
      isNarrow={tab === 'settings'}
      actions={
        <>
          <Button
            variant="default"
            disabled={!webhook.active}
            onClick={() => setReplayFrom(startOf(webhook.failing_since ?? undefined))}
          >
            {texts.replay}
          </Button>
          <Button loading={test.isPending} onClick={() => void sendTest()}>
            {texts.test}
          </Button>
        </>
      }
    >
      <WebhookNotice webhook={webhook} onEnabled={(since) => setReplayFrom(startOf(since))} />
      <div>
        <TabLinks
          kind="segments"
          label={texts.tabsLabel}
          links={[
            { to, label: texts.tabs.deliveries, isCurrent: tab === undefined },
            { to, search: { tab: 'settings' }, label: texts.tabs.settings, isCurrent: tab === 'settings' },
          ]}
        />
      </div>
      {tab === 'settings' ? (
        <Stack gap="md">
          <SettingsForm webhook={webhook} />
          <SecretPanel webhook={webhook} />
          <StopPanel webhook={webhook} />
        </Stack>
      ) : (
        <Deliveries id={id} />
      )}
      <DeliveryModal
        webhook={webhook}
        delivery={delivery}
        onClose={() => void navigate({ search: filter, resetScroll: false })}
      />
      <ReplayModal id={id} from={replayFrom} onClose={() => setReplayFrom(undefined)} />
    </PageFrame>
  );
}
