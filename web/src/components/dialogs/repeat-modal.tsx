import { Alert, Button, Checkbox, Modal, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { CallError } from '../../api/call.ts';
import { sharedTexts } from '../../texts/shared.ts';
import { repeatingTexts as texts } from '../../texts/workflows/repeating.ts';
import { ErrorNotice } from '../page/error-notice.tsx';
import { ActRow } from './act-row.tsx';

/** Asks before a run is made again; where something outside would be done twice it says so and asks for that, too. */
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
  /** Why the last attempt was refused. */
  error: Error | null;
  isBusy: boolean;
  onConfirm: (repeatsCalls: boolean) => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const [isTicked, setTicked] = useState(false);
  const isGuarded = error instanceof CallError && error.code === 'calls_would_repeat';
  const begin = () => {
    // A tick counts only for what it was asked about.
    const repeatsCalls = isGuarded && isTicked;
    setTicked(repeatsCalls);
    onConfirm(repeatsCalls);
  };
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack gap="md">
        {children}
        {isGuarded && (
          <Alert role="alert" color="yellow" variant="outline" icon={<IconSend />} title={texts.guard}>
            <Text size="sm" mb="sm">
              {error.message}
            </Text>
            <Checkbox
              label={texts.repeat}
              checked={isTicked}
              onChange={({ currentTarget }) => setTicked(currentTarget.checked)}
            />
          </Alert>
        )}
        {error && !isGuarded && <ErrorNotice error={error} title={sharedTexts.failedChange} />}
        <ActRow>
          <Button variant="default" onClick={onClose} data-autofocus>
            {sharedTexts.cancel}
          </Button>
          <Button loading={isBusy} disabled={isGuarded && !isTicked} onClick={begin}>
            {confirm}
          </Button>
        </ActRow>
      </Stack>
    </Modal>
  );
}
