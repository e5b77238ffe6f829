import { Button, Group, Kbd, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { sharedTexts } from '../../texts/shared.ts';
import { escapeBidi } from '../values/escape-bidi.ts';
import { showFailure, showToast } from './notify.ts';

const shownMs = 10_000;

/** Shows a success toast that offers to undo the change for a few seconds. */
export function showUndo(message: string, undo: () => Promise<unknown>): void {
  const accept = async () => {
    notifications.hide(id);
    await undo().catch(showFailure);
  };
  const id = showToast('undo', {
    autoClose: shownMs,
    message: <UndoOffer message={message} onUndo={() => void accept()} />,
  });
}

/** The toast's message and undo button. Undo has a keyboard shortcut, because the toast disappears before users can reach it with Tab. */
function UndoOffer({ message, onUndo }: { message: string; onUndo: () => void }) {
  useHotkeys([['mod+Z', onUndo]]);
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{escapeBidi(message)}</Text>
      <Button
        size="xs"
        variant="default"
        aria-keyshortcuts="Control+Z"
        rightSection={
          <Kbd size="xs" visibleFrom="sm" aria-hidden>
            {sharedTexts.undoKey}
          </Kbd>
        }
        onClick={onUndo}
      >
        {sharedTexts.undo}
      </Button>
    </Group>
  );
}
