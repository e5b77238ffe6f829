import { Button, Group, Kbd, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { sharedTexts } from '../../texts/shared.ts';
import { shownText } from '../values/shown-text.ts';
import { tell, tellFailure } from './notify.ts';

const shownMs = 10_000;

/** Says that something was done, and offers to take it back for a moment. */
export function tellUndo(message: string, undo: () => Promise<unknown>): void {
  const take = async () => {
    notifications.hide(id);
    await undo().catch(tellFailure);
  };
  const id = tell('undo', {
    autoClose: shownMs,
    message: <UndoOffer message={message} onTake={() => void take()} />,
  });
}

/** By a key too: the way to a message by Tab is longer than it is shown. */
function UndoOffer({ message, onTake }: { message: string; onTake: () => void }) {
  useHotkeys([['mod+Z', onTake]]);
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{shownText(message)}</Text>
      <Button
        size="xs"
        variant="default"
        aria-keyshortcuts="Control+Z"
        rightSection={
          <Kbd size="xs" visibleFrom="sm" aria-hidden>
            {sharedTexts.undoKey}
          </Kbd>
        }
        onClick={onTake}
      >
        {sharedTexts.undo}
      </Button>
    </Group>
  );
}
