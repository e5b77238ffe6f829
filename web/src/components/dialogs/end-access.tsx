import { Button } from '@mantine/core';
import { useState } from 'react';
import { showSuccess } from '../notices/notify.ts';
import { escapeBidi } from '../values/escape-bidi.ts';
import { ConfirmModal } from './confirm.tsx';

/** A button that ends a session or revokes a credential, after a confirmation. */
export function EndAccess({
  button,
  label,
  title,
  text,
  confirm = button,
  done,
  onEnd,
}: {
  button: string;
  /** The name of the button for screen readers, which also names the row. */
  label: string;
  title: string;
  /** The consequences. */
  text: string;
  confirm?: string;
  /** The message afterwards. */
  done: string;
  onEnd: () => Promise<unknown>;
}) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" size="xs" aria-label={escapeBidi(label)} onClick={() => setAsking(true)}>
        {button}
      </Button>
      <ConfirmModal
        isOpen={isAsking}
        title={title}
        confirm={confirm}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await onEnd();
          showSuccess(done);
        }}
      >
        {text}
      </ConfirmModal>
    </>
  );
}
