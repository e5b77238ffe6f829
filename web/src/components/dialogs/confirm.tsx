import { Button, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { sharedTexts } from '../../texts/shared.ts';
import { withdrawUndo } from '../notices/notify.ts';
import { ErrorNotice } from '../page/error-notice.tsx';
import { shownText } from '../values/shown-text.ts';
import { ActRow } from './act-row.tsx';

/** Asks before something that cannot be undone, says what it does, and shows why it did not work. */
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
  /** What the button says: the act itself, not "OK". */
  confirm: string;
  /** What the other button says. */
  cancel?: string;
  isOpen: boolean;
  /** Whether it cannot be done now; then the content says why. */
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
    // What was offered to undo may be gone after this.
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
    // Above every other dialog: it may ask about one.
    <Modal opened={isOpen} onClose={close} title={shownText(title)} zIndex={250}>
      <Stack gap="md">
        <Text component="div" size="sm">
          {children}
        </Text>
        {error && <ErrorNotice error={error} title={sharedTexts.failedChange} />}
        <ActRow>
          {/* Whoever presses a key too often changes nothing. */}
          <Button variant="default" onClick={close} data-autofocus>
            {cancel}
          </Button>
          <Button color="red.9" loading={isBusy} disabled={isBlocked} onClick={() => void act()}>
            {confirm}
          </Button>
        </ActRow>
      </Stack>
    </Modal>
  );
}
