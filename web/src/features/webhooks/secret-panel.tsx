import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/queries.ts';
import { FormFooter } from '../../components/dialogs/form-footer.tsx';
import { ShowOnceModal } from '../../components/dialogs/show-once-modal.tsx';
import { Panel } from '../../components/page/panel.tsx';
import { Moment } from '../../components/values/moment.tsx';
import { webhooksTexts } from '../../texts/webhooks.ts';
import { HowToVerify, ShownSecret } from './shown-secret.tsx';
import { staleWebhooks, type Webhook } from './webhook.ts';

const texts = webhooksTexts.secret;

/** Explains the secret and rotates it. */
export function SecretPanel({ webhook: { id, previous_secret_until } }: { webhook: Webhook }) {
  const [isOpen, setOpen] = useState(false);
  const rotate = useChange('POST /webhooks/:id/rotate', staleWebhooks);
  return (
    <Panel
      title={texts.title}
      about={texts.about}
      actions={
        <Button variant="default" onClick={() => setOpen(true)}>
          {texts.rotate}
        </Button>
      }
    >
      {previous_secret_until !== null && Date.parse(previous_secret_until) > Date.now() && (
        <Text size="sm" component="div">
          {texts.previousUntil} <Moment at={previous_secret_until} />.
        </Text>
      )}
      <HowToVerify />
      <ShowOnceModal<string>
        isOpen={isOpen}
        onClose={() => {
          rotate.reset();
          setOpen(false);
        }}
        title={(secret) => (secret === undefined ? texts.rotateTitle : texts.rotated)}
        form={(onMade, onCancel) => (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              rotate.mutate({ params: { id } }, { onSuccess: ({ secret }) => onMade(secret) });
            }}
          >
            <Stack gap="md">
              <Text size="sm">{texts.rotateText}</Text>
              <FormFooter change={rotate} submit={texts.rotate} isReady onCancel={onCancel} />
            </Stack>
          </form>
        )}
      >
        {(secret, onDone) => <ShownSecret secret={secret} onDone={onDone} />}
      </ShowOnceModal>
    </Panel>
  );
}
