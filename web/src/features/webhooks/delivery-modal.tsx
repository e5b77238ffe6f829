import { Button, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiResponse } from '../../api/call.ts';
import { query, useChange } from '../../api/queries.ts';
import { HttpStatusChip } from '../../components/chips/http-status-chip.tsx';
import { showFailure, showSuccess } from '../../components/notices/notify.ts';
import { Facts } from '../../components/page/facts.tsx';
import { Loaded } from '../../components/page/loaded.tsx';
import { CopyIcon } from '../../components/values/copy-text.tsx';
import { DataBlock } from '../../components/values/data-block.tsx';
import { durationOfMs } from '../../components/values/duration.ts';
import { Moment } from '../../components/values/moment.tsx';
import { webhooksTexts } from '../../texts/webhooks.ts';
import { DeliveryChip, NextAttempt } from './chips.tsx';
import { refreshMs } from './refresh.ts';
import { staleWebhooks, type Webhook } from './webhook.ts';
import classes from './webhooks.module.css';

const texts = webhooksTexts.delivery;
type Shown = ApiResponse<'GET /webhooks/:id/deliveries/:delivery'>;

/** A delivery with the body that it sends and all its attempts, updated live. */
export const DeliveryModal = ({
  webhook,
  delivery,
  onClose,
}: {
  webhook: Webhook;
  delivery: number | undefined;
  onClose: () => void;
}) => (
  <Modal
    opened={delivery !== undefined}
    onClose={onClose}
    title={texts.title(String(delivery ?? ''))}
    size="lg"
  >
    {delivery !== undefined && <LoadedDelivery webhook={webhook} delivery={delivery} onClose={onClose} />}
  </Modal>
);

function LoadedDelivery({
  webhook,
  delivery,
  onClose,
}: {
  webhook: Webhook;
  delivery: number;
  onClose: () => void;
}) {
  const result = useQuery({
    ...query('GET /webhooks/:id/deliveries/:delivery', { params: { id: webhook.id, delivery } }),
    refetchInterval: ({ state }) => (state.data?.next_attempt_at ? refreshMs([state.data]) : false),
  });
  return (
    <Loaded result={result}>
      {(found) => <Contents webhook={webhook} data={found} onClose={onClose} />}
    </Loaded>
  );
}

function Contents({ webhook, data, onClose }: { webhook: Webhook; data: Shown; onClose: () => void }) {
  const replay = useChange('POST /webhooks/:id/replay', staleWebhooks);
  const sendAgain = () =>
    replay.mutateAsync({ params: { id: webhook.id }, body: { event_id: data.event_id } }).then(() => {
      showSuccess(texts.sentAgain);
      onClose();
    }, showFailure);
  return (
    <Stack gap="lg">
      <Facts facts={factsOf(data)} />
      <Part
        title={texts.attempts}
        action={
          data.is_repeatable &&
          webhook.active && (
            <Button size="xs" variant="default" loading={replay.isPending} onClick={() => void sendAgain()}>
              {texts.again}
            </Button>
          )
        }
      >
        {data.attempts.length === 0 ? <Text size="sm">{texts.noAttempts}</Text> : <Attempts {...data} />}
      </Part>
      <Part title={texts.body}>
        <DataBlock value={JSON.parse(data.body)} label={texts.body} />
      </Part>
    </Stack>
  );
}

const Part = ({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) => (
  <section aria-label={title}>
    <Group justify="space-between" mb="xs">
      <Title order={3}>{title}</Title>
      {action}
    </Group>
    {children}
  </section>
);

const factsOf = ({ type, event_id, status, attempts, created_at, next_attempt_at }: Shown) =>
  [
    [texts.status, <DeliveryChip key="status" status={status} hasFailed={attempts.length > 0} />],
    [texts.event, type],
    [
      texts.eventId,
      <span key="id" className={classes.id}>
        {event_id} <CopyIcon text={event_id} />
      </span>,
    ],
    [texts.created, <Moment key="created" at={created_at} />],
    ...(next_attempt_at === null
      ? []
      : [[texts.next, <NextAttempt key="next" at={next_attempt_at} />] as const]),
  ] as const;

/** The newest attempt first. */
const Attempts = ({ attempts }: Pick<Shown, 'attempts'>) => (
  <ol className={classes.attempts} reversed>
    {attempts.toReversed().map(({ at, status, duration_ms, error, response }, index) => (
      <li key={at}>
        <div className={classes.attempt}>
          {status !== null && <HttpStatusChip status={status} />}
          <span>{error}</span>
          <Text span size="sm" c="dimmed" ml="auto">
            {durationOfMs(duration_ms)} · <Moment at={at} />
          </Text>
        </div>
        {response !== null && <DataBlock value={response} label={texts.response(attempts.length - index)} />}
      </li>
    ))}
  </ol>
);
