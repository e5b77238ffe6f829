import { Button, Group, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { sharedTexts } from '../../texts/shared.ts';
import { escapeBidi } from '../values/escape-bidi.ts';
import classes from './notice.module.css';
import { showFailure, showToast } from './notify.ts';

/** Longer than other toasts, because users have to read it and decide. */
const shownMs = 8_000;

/** Shows a success toast that offers to undo the change for a few seconds. */
export function showUndo(
  message: string,
  undo: () => Promise<unknown>,
  /** Pass false if the screen handles Ctrl Z itself. */
  { hasShortcut = true }: { hasShortcut?: boolean } = {},
): void {
  const accept = async () => {
    notifications.hide(id);
    await undo().catch(showFailure);
  };
  const id = showToast('undo', {
    autoClose: shownMs,
    message: <UndoOffer message={message} hasShortcut={hasShortcut} onUndo={() => void accept()} />,
  });
}

/** The toast's message and undo button. Undo has a keyboard shortcut, because the toast disappears before users can reach it with Tab. */
function UndoOffer({
  message,
  hasShortcut,
  onUndo,
}: {
  message: string;
  hasShortcut: boolean;
  onUndo: () => void;
}) {
  useHotkeys(hasShortcut ? [['mod+Z', onUndo]] : []);
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <Text size="sm" className={classes.text}>
        {escapeBidi(message)}
      </Text>
      <Button
        size="xs"
        variant="light"
        className={classes.undo}
        aria-keyshortcuts="Control+Z"
        title={sharedTexts.undoKey}
        onClick={onUndo}
      >
        {sharedTexts.undo}
      </Button>
    </Group>
  );
}
