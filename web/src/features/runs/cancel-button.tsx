import { Button } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/queries.ts';
import { ConfirmModal } from '../../components/dialogs/confirm.tsx';
import { showSuccess } from '../../components/notices/notify.ts';
import { runsTexts } from '../../texts/runs/runs.ts';
import type { ViewedRun } from './viewed-run.ts';

const texts = runsTexts.cancel;

/** Cancels an unfinished run. */
export function CancelButton({ run }: { run: ViewedRun }) {
  const [isOpen, setOpen] = useState(false);
  const cancel = useChange('POST /runs/:id/cancel', ['GET /runs', 'GET /runs/:id']);
  if (!run.may_control) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {texts.button}
      </Button>
      <ConfirmModal
        isOpen={isOpen}
        title={texts.title}
        confirm={texts.confirm}
        onClose={() => setOpen(false)}
        onConfirm={async () => {
          await cancel.mutateAsync({ params: { id: run.id } });
          showSuccess(texts.done);
        }}
      >
        {texts.text}
      </ConfirmModal>
    </>
  );
}
