import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/queries.ts';
import { ConfirmModal } from '../../components/dialogs/confirm.tsx';
import { DeleteButton } from '../../components/dialogs/delete-button.tsx';
import { showSuccess } from '../../components/notices/notify.ts';
import { Panel } from '../../components/page/panel.tsx';
import { webhooksTexts } from '../../texts/webhooks.ts';
import { staleWebhooks, type Webhook } from './webhook.ts';

const texts = webhooksTexts.page;

/** Disables or deletes a webhook. */
export function StopPanel({ webhook: { id, name, active } }: { webhook: Webhook }) {
  const [isConfirming, setConfirming] = useState(false);
  const change = useChange('PATCH /webhooks/:id', staleWebhooks);
  const remove = useChange('DELETE /webhooks/:id');
  return (
    <Panel title={texts.stop} about={texts.stopAbout}>
      <Group gap="xs">
        {active && (
          <Button variant="default" onClick={() => setConfirming(true)}>
            {texts.disable}
          </Button>
        )}
        <DeleteButton
          label={texts.remove}
          title={texts.removeTitle(name)}
          done={texts.removed(name)}
          list={{ to: '/apps/webhooks', stale: ['GET /webhooks'] }}
          onDelete={() => remove.mutateAsync({ params: { id } })}
        >
          {texts.removeText}
        </DeleteButton>
      </Group>
      <ConfirmModal
        isOpen={isConfirming}
        title={texts.disableTitle(name)}
        confirm={texts.disable}
        onClose={() => setConfirming(false)}
        onConfirm={async () => {
          await change.mutateAsync({ params: { id }, body: { active: false } });
          showSuccess(texts.disabledNow(name));
        }}
      >
        {texts.disableText}
      </ConfirmModal>
    </Panel>
  );
}
