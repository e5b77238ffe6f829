import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/queries.ts';
import { ConfirmModal } from '../../components/confirm.tsx';
import { tellDone } from '../../components/tell.ts';
import { requestsTexts } from '../../texts/requests.ts';

const { replay: texts, detail } = requestsTexts;

/** Starts a new run with what a request brought, and goes there. */
export function ReplayButton({ run }: { run: string }) {
  const [isOpen, setOpen] = useState(false);
  const [repeatsCalls, setRepeatsCalls] = useState(false);
  const replay = useChange('POST /requests/accepted/:id/replay');
  const navigate = useNavigate();
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        {detail.replay}
      </Button>
      <ConfirmModal
        title={texts.title}
        confirm={texts.confirm}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={async () => {
          const { run_id } = await replay.mutateAsync({
            params: { id: run },
            body: { repeat_calls: repeatsCalls },
          });
          tellDone(texts.done);
          await navigate({ to: `/runs/${run_id}` });
        }}
      >
        <Stack gap="sm">
          <Text size="sm">{texts.text}</Text>
          <Checkbox
            label={texts.calls}
            checked={repeatsCalls}
            onChange={({ currentTarget }) => setRepeatsCalls(currentTarget.checked)}
          />
        </Stack>
      </ConfirmModal>
    </>
  );
}
