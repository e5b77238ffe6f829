import { Radio, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../../api/queries.ts';
import { DraftModal } from '../../../components/dialogs/draft-modal.tsx';
import { FormFooter } from '../../../components/dialogs/form-footer.tsx';
import { useUnsavedChanges } from '../../../components/dialogs/unsaved-changes.tsx';
import { NameInput } from '../../../components/fields/name-input.tsx';
import { showSuccess } from '../../../components/notices/notify.ts';
import { workflowsTexts } from '../../../texts/workflows/workflows.ts';

const texts = workflowsTexts.new;
type Starter = keyof typeof texts.starters;
const starters = Object.keys(texts.starters) as Starter[];

/** Asks for a name and a template, creates the workflow, and opens it in the builder. */
export const NewWorkflow = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <DraftModal opened={isOpen} onClose={onClose} title={texts.title} size="lg">
    <NewWorkflowForm onCancel={onClose} />
  </DraftModal>
);

function NewWorkflowForm({ onCancel }: { onCancel: () => void }) {
  const [name, setName] = useState('');
  useUnsavedChanges(name !== '');
  const [starter, setStarter] = useState<Starter>('form');
  const create = useChange('POST /workflows', ['GET /workflows']);
  const navigate = useNavigate();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { id } = await create.mutateAsync({ body: { name, starter } });
    showSuccess(texts.made(name));
    void navigate({ to: '/workflows/$id', params: { id: String(id) }, ignoreBlocker: true });
  };
  return (
    <form onSubmit={(event) => void submit(event).catch(() => {})}>
      <Stack gap="md">
        <NameInput label={texts.name} value={name} onChange={setName} maxLength={200} data-autofocus />
        <Radio.Group label={texts.begin} value={starter} onChange={(value) => setStarter(value as Starter)}>
          <Stack gap="xs" mt={6}>
            {starters.map((one) => (
              <Radio
                key={one}
                value={one}
                label={texts.starters[one][0]}
                description={texts.starters[one][1]}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Text size="sm" c="dimmed">
          {texts.rights}
        </Text>
        <FormFooter change={create} submit={texts.make} isReady onCancel={onCancel} />
      </Stack>
    </form>
  );
}
