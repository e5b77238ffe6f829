import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowBackUp } from '@tabler/icons-react';
import { dayAgo, UndoDialog } from '../../components/dialogs/undo-dialog.tsx';
import { undoTexts as texts } from '../../texts/undo.ts';

/** Offers to undo what an app changed, as a program or as an agent. */
export function UndoButton({ id, name }: { id: number; name: string }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" leftSection={<IconArrowBackUp size={14} />} onClick={open}>
        {texts.offer}
      </Button>
      {isOpen && (
        <UndoDialog
          title={texts.titleOf(name)}
          choices={[
            { label: texts.rest, cause: { means: { type: 'oauth_client', id } } },
            { label: texts.agent, cause: { means: { type: 'mcp', id, name } } },
          ]}
          since={dayAgo()}
          onClose={close}
        />
      )}
    </>
  );
}
