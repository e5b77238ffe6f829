import { Button, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { sharedTexts } from '../../texts/shared.ts';
import { withdrawUndo } from '../notices/notify.ts';
import { ErrorNotice } from '../page/error-notice.tsx';
import { escapeBidi } from '../values/escape-bidi.ts';
import { DialogButtons } from './dialog-buttons.tsx';

/** A dialog that explains an action's consequences and asks for confirmation. If the action fails, it shows the error. */
export function ConfirmModal({
  title,
  confirm,
  cancel = sharedTexts.cancel,
  isOpen,
  isBlocked = false,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  /** The label of the confirm button. It names the action; never use "OK". */
  confirm: string;
  /** The label of the cancel button. */
  cancel?: string;
  isOpen: boolean;
  /** Whether the action is currently impossible. The dialog's content explains why. */
  isBlocked?: boolean;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}) {
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const close = () => {
    setError(undefined);
    onClose();
  };
  const act = async () => {
    setBusy(true);
    // This action may make it impossible to undo the previous change.
    withdrawUndo();
    try {
      await onConfirm();
      close();
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown : new Error(String(thrown)));
    } finally {
      setBusy(false);
    }
  };
  return (
    // Show this dialog above all others, because it can be opened from another dialog.
    <Modal opened={isOpen} onClose={close} title={escapeBidi(title)} zIndex={250}>
      <Stack gap="md">
        <Text component="div" size="sm">
          {children}
        </Text>
        {error && <ErrorNotice error={error} title={sharedTexts.failedAction} />}
        <DialogButtons>
          {/* Cancel has the focus, so a stray key press changes nothing. */}
          <Button variant="default" onClick={close} data-autofocus>
            {cancel}
          </Button>
          <Button color="red" loading={isBusy} disabled={isBlocked} onClick={() => void act()}>
            {confirm}
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  );
}
