import { StateChip } from '../../components/chips/state-chip.tsx';
import { Moment } from '../../components/values/moment.tsx';
import { sharedTexts } from '../../texts/shared.ts';
import { webhooksTexts as texts } from '../../texts/webhooks.ts';
import type { Delivery, Webhook } from './webhook.ts';

const tones = { pending: 'waiting', succeeded: 'good', failed: 'bad' } as const;

export const DeliveryChip = ({
  status,
  hasFailed,
}: Pick<Delivery, 'status'> & {
  /** Whether an attempt has failed, so that a pending delivery is being retried. */
  hasFailed: boolean;
}) =>
  status === 'pending' && hasFailed ? (
    <StateChip tone="warning">{texts.deliveries.retrying}</StateChip>
  ) : (
    <StateChip tone={tones[status]}>{texts.deliveries.statuses[status]}</StateChip>
  );

/** Shows whether a webhook works. After a failed delivery it is failing, even if no attempt is pending. */
export function WebhookChip({ webhook }: { webhook: Webhook }) {
  const { active, disabled_reason, failing_since, last_delivery } = webhook;
  if (!active)
    return <StateChip tone={disabled_reason === null ? 'off' : 'bad'}>{texts.states.off}</StateChip>;
  if (failing_since !== null || last_delivery?.status === 'failed')
    return <StateChip tone="bad">{texts.states.failing}</StateChip>;
  return <StateChip tone="good">{texts.states.on}</StateChip>;
}

const soonMs = 5_000;

/** When a pending delivery is attempted next. An attempt that is due starts within seconds. */
export const NextAttempt = ({ at, isInGrid = false }: { at: string; isInGrid?: boolean }) =>
  Date.parse(at) - Date.now() <= soonMs ? sharedTexts.soon : <Moment at={at} isInGrid={isInGrid} />;
