import { Button, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { showSuccess } from '../../../components/notices/notify.ts';
import { builderTexts } from '../../../texts/workflows/workflow-builder.ts';
import { Differences } from './differences.tsx';
import type { DraftWork } from './use-draft.ts';

const texts = builderTexts.conflict;

/** Shown when two users edit a draft at the same time. It shows the other user's changes and asks which draft to keep. */
export function DraftConflictModal({ work }: { work: DraftWork }) {
  const { conflict, dismiss, take, save, isSaving } = work;
  if (!conflict) return null;
  const { theirs, common } = conflict;
  return (
    <Modal opened onClose={dismiss} title={texts.title} size="xl">
      <Stack gap="md">
        <Text size="sm">{texts.by(theirs.draft.changed_by ?? builderTexts.versions.by(null))}</Text>
        <Title order={2} size="h4">
          {texts.theirs}
        </Title>
        <Differences workflow={theirs.id} from={[...common]} to={theirs.draft.steps} />
        <Group justify="flex-end">
          <Button variant="default" onClick={dismiss} data-autofocus>
            {texts.back}
          </Button>
          <Button
            variant="default"
            onClick={() => {
              take(theirs);
              showSuccess(texts.taken);
            }}
          >
            {texts.take}
          </Button>
          <Button color="red" loading={isSaving} onClick={() => void save(theirs)}>
            {texts.keep}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
