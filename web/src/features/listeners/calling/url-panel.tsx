import { Button } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../../api/queries.ts';
import { ConfirmModal } from '../../../components/dialogs/confirm.tsx';
import { showSuccess } from '../../../components/notices/notify.ts';
import { Panel } from '../../../components/page/panel.tsx';
import { CopyText } from '../../../components/values/copy-text.tsx';
import { callingTexts } from '../../../texts/listeners/calling.ts';
import type { ShownListener } from '../listener.ts';

const { call: texts } = callingTexts;

/** Shows the webhook's URL. */
export function UrlPanel({ listener }: { listener: ShownListener }) {
  const { url, may_edit, limit_per_second } = listener;
  return (
    <Panel title={texts.address} about={texts.addressAbout(limit_per_second)}>
      <CopyText text={url} label={texts.copyAddress} />
      {may_edit && <RenewUrl id={listener.workflow.id} />}
    </Panel>
  );
}

function RenewUrl({ id }: { id: number }) {
  const [isOpen, setOpen] = useState(false);
  const renew = useChange('POST /workflows/:id/listener/address', ['GET /workflows/:id/listener']);
  return (
    <div>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {texts.renew}
      </Button>
      <ConfirmModal
        title={texts.renewTitle}
        confirm={texts.renewConfirm}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={async () => {
          await renew.mutateAsync({ params: { id } });
          showSuccess(texts.renewed);
        }}
      >
        {texts.renewText}
      </ConfirmModal>
    </div>
  );
}
