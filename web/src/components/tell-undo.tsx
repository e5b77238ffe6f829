import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { sharedTexts } from '../texts/shared.ts';
import { shownText } from './shown-text.ts';
import { tell, tellFailure } from './tell.ts';

const shownMs = 10_000;

/** Says that something was done, and offers to take it back for a moment. */
export function tellUndo(message: string, undo: () => Promise<unknown>): void {
  const take = async () => {
    notifications.hide(id);
    await undo().catch(tellFailure);
  };
  const id = tell('undo', {
    autoClose: shownMs,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{shownText(message)}</Text>
        <Button size="xs" variant="default" onClick={() => void take()}>
          {sharedTexts.undo}
        </Button>
      </Group>
    ),
  });
}
