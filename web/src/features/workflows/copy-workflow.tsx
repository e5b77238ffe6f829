import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../api/queries.ts';
import { NameInput } from '../../components/fields/name-input.tsx';
import { ErrorNotice } from '../../components/page/error-notice.tsx';
import { sharedTexts } from '../../texts/shared.ts';
import { workflowsTexts } from '../../texts/workflows/workflows.ts';

const texts = workflowsTexts.copy;

/** Asks for a name for the copy, then creates and opens the copy. */
export function CopyWorkflow({
  workflow,
  onClose,
}: {
  workflow: { id: number; name: string };
  onClose: () => void;
}) {
  const [name, setName] = useState(texts.name(workflow.name));
  const copy = useChange('POST /workflows/:id/copies', ['GET /workflows']);
  const navigate = useNavigate();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { id } = await copy.mutateAsync({ params: { id: workflow.id }, body: { name } });
    onClose();
    void navigate({ to: '/workflows/$id', params: { id: String(id) } });
  };
  return (
    <Modal opened onClose={onClose} title={texts.title(workflow.name)}>
      <form onSubmit={(event) => void submit(event).catch(() => {})}>
        <Stack gap="md">
          <Text size="sm">{texts.about}</Text>
          <NameInput
            label={workflowsTexts.new.name}
            value={name}
            onChange={setName}
            maxLength={200}
            data-autofocus
          />
          {copy.error && <ErrorNotice error={copy.error} title={sharedTexts.failedAction} />}
          <Group justify="flex-end">
            <Button type="submit" loading={copy.isPending}>
              {texts.make}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
