import { Button, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../../api/queries.ts';
import { RepeatModal } from '../../../components/dialogs/repeat-modal.tsx';
import { showSuccess } from '../../../components/notices/notify.ts';
import { requestsTexts } from '../../../texts/runs/requests.ts';

const { replay: texts, detail } = requestsTexts;

/** Starts a new run with a request's data, and opens that run. */
export function ReplayButton({ run }: { run: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        {detail.replay}
      </Button>
      {isOpen && <ReplayModal run={run} onClose={() => setOpen(false)} />}
    </>
  );
}

function ReplayModal({ run, onClose }: { run: string; onClose: () => void }) {
  const navigate = useNavigate();
  const replay = useChange('POST /requests/accepted/:id/replay');
  const start = async (repeatsCalls: boolean) => {
    const { run_id } = await replay.mutateAsync({
      params: { id: run },
      body: { repeat_calls: repeatsCalls },
    });
    showSuccess(texts.done);
    await navigate({ to: `/runs/${run_id}` });
  };
  return (
    <RepeatModal
      title={texts.title}
      confirm={texts.confirm}
      error={replay.error}
      isBusy={replay.isPending}
      onConfirm={(repeatsCalls) => void start(repeatsCalls).catch(() => {})}
      onClose={onClose}
    >
      <Text size="sm">{texts.text}</Text>
    </RepeatModal>
  );
}
