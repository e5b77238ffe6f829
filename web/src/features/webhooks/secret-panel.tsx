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
  const [secret, setSecret] = useState<string>();
  const rotate = useChange('POST /webhooks/:id/rotate', staleWebhooks);
  const close = () => {
    rotate.reset();
    setSecret(undefined);
    setOpen(false);
  };
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
      <ShowOnceModal
        isOpen={isOpen}
        isShowing={secret !== undefined}
        onClose={close}
        title={secret === undefined ? texts.rotateTitle : texts.rotated}
      >
        {secret === undefined ? (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              rotate.mutate({ params: { id } }, { onSuccess: (rotated) => setSecret(rotated.secret) });
            }}
          >
            <Stack gap="md">
              <Text size="sm">{texts.rotateText}</Text>
              <FormFooter change={rotate} submit={texts.rotate} isReady onCancel={close} />
            </Stack>
          </form>
        ) : (
          <ShownSecret secret={secret} onDone={close} />
        )}
      </ShowOnceModal>
    </Panel>
  );
}
