import { Alert, Button, Checkbox, Modal, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { CallError } from '../../api/call.ts';
import { sharedTexts } from '../../texts/shared.ts';
import { repeatingTexts as texts } from '../../texts/workflows/repeating.ts';
import { ErrorNotice } from '../page/error-notice.tsx';
import { DialogButtons } from './dialog-buttons.tsx';

/** Asks before a run is repeated. If the repeat would send requests to other systems again, the user has to confirm that too. */
export function RepeatModal({
  title,
  confirm,
  error,
  isBusy,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  confirm: string;
  /** Why the server rejected the last attempt to repeat the run. */
  error: Error | null;
  isBusy: boolean;
  onConfirm: (repeatsCalls: boolean) => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const [isConfirmed, setConfirmed] = useState(false);
  const isGuarded = error instanceof CallError && error.code === 'calls_would_repeat';
  const start = () => {
    // The checkbox confirms only the warning that it was shown with.
    const repeatsCalls = isGuarded && isConfirmed;
    setConfirmed(repeatsCalls);
    onConfirm(repeatsCalls);
  };
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack gap="md">
        {children}
        {isGuarded && (
          <Alert role="alert" color="yellow" icon={<IconSend />} title={texts.guard}>
            <Text size="sm" mb="sm">
              {error.message}
            </Text>
            <Checkbox
              label={texts.repeat}
              checked={isConfirmed}
              onChange={({ currentTarget }) => setConfirmed(currentTarget.checked)}
            />
          </Alert>
        )}
        {error && !isGuarded && <ErrorNotice error={error} title={sharedTexts.failedAction} />}
        <DialogButtons>
          <Button variant="default" onClick={onClose} data-autofocus>
            {sharedTexts.cancel}
          </Button>
          <Button loading={isBusy} disabled={isGuarded && !isConfirmed} onClick={start}>
            {confirm}
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  );
}
