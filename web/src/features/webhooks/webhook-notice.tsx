import { Alert, Anchor, Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconPlayerPause } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useChange } from '../../api/queries.ts';
import { showFailure, showSuccess } from '../../components/notices/notify.ts';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { Moment } from '../../components/values/moment.tsx';
import { webhooksTexts } from '../../texts/webhooks.ts';
import { staleWebhooks, stateOf, type Webhook } from './webhook.ts';

const texts = webhooksTexts.page;

/** Says why and since when a webhook doesn't work, and enables a disabled one. */
export function WebhookNotice({
  webhook,
  onEnabled,
}: {
  webhook: Webhook;
  /** Called with the time since when events are missing. */
  onEnabled: (since: string | undefined) => void;
}) {
  const { id, active, failing_since } = webhook;
  if (!active) return <DisabledNotice webhook={webhook} onEnabled={onEnabled} />;
  if (failing_since === null) return null;
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle />}
      title={stateOf(webhook) === 'retrying' ? texts.retrying : texts.failing}
    >
      <Text size="sm" component="div">
        {texts.failingText} <Moment at={failing_since} />. {texts.failingHelp}{' '}
        {/* They can be far below deliveries that succeeded. */}
        <Anchor
          inherit
          underline="always"
          renderRoot={(props) => (
            <Link
              to="/apps/webhooks/$id"
              params={{ id: String(id) }}
              search={{ status: 'pending' }}
              {...props}
            />
          )}
        >
          {texts.showPending}
        </Anchor>
      </Text>
    </Alert>
  );
}

function DisabledNotice({ webhook, onEnabled }: Parameters<typeof WebhookNotice>[0]) {
  const { id, name, disabled, disabled_reason, failing_since } = webhook;
  const change = useChange('PATCH /webhooks/:id', staleWebhooks);
  const enable = () =>
    change.mutateAsync({ params: { id }, body: { active: true } }).then(() => {
      showSuccess(texts.enabled(name));
      onEnabled(failing_since ?? disabled?.at);
    }, showFailure);
  return (
    <Alert
      color={disabled_reason === null ? 'gray' : 'red'}
      icon={disabled_reason === null ? <IconPlayerPause /> : <IconAlertTriangle />}
      title={titleOf(webhook)}
    >
      <Text size="sm" component="div">
        {disabled && (
          <>
            {texts.since} <Moment at={disabled.at} />.{' '}
          </>
        )}
        {disabled_reason === null
          ? texts.disabledByUserHelp
          : `${texts.reasons[disabled_reason]} ${texts.disabledHelp}`}
      </Text>
      <Button mt="sm" size="xs" variant="default" loading={change.isPending} onClick={() => void enable()}>
        {texts.enable}
      </Button>
    </Alert>
  );
}

function titleOf({ disabled, disabled_reason }: Webhook): string {
  if (disabled_reason !== null) return texts.disabledByHark;
  return disabled?.user ? texts.disabledByUser(escapeBidi(disabled.user.name)) : texts.disabled;
}
