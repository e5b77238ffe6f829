import { StateChip } from '../../components/chips/state-chip.tsx';
import { Moment } from '../../components/values/moment.tsx';
import { sharedTexts } from '../../texts/shared.ts';
import { webhooksTexts as texts } from '../../texts/webhooks.ts';
import { type Delivery, stateOf, type Webhook } from './webhook.ts';

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

const stateTones = { on: 'good', off: 'off', failing: 'bad', retrying: 'warning' } as const;

/** Shows whether a webhook works. */
export function WebhookChip({ webhook }: { webhook: Webhook }) {
  const state = stateOf(webhook);
  // Hark disables a webhook only after failures.
  const isBad = state === 'off' && webhook.disabled_reason !== null;
  return <StateChip tone={isBad ? 'bad' : stateTones[state]}>{texts.states[state]}</StateChip>;
}

const soonMs = 5_000;

/** When a pending delivery is attempted next. An attempt that is due starts within seconds. */
export const NextAttempt = ({ at, isInGrid = false }: { at: string; isInGrid?: boolean }) =>
  Date.parse(at) - Date.now() <= soonMs ? sharedTexts.soon : <Moment at={at} isInGrid={isInGrid} />;
