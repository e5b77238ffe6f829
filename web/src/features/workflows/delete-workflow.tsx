import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query, useChange } from '../../api/queries.ts';
import { ConfirmModal } from '../../components/dialogs/confirm.tsx';
import { showSuccess } from '../../components/notices/notify.ts';
import { Loaded } from '../../components/page/loaded.tsx';
import { workflowsTexts } from '../../texts/workflows/workflows.ts';

const texts = workflowsTexts.delete;

/** Shows what deleting a workflow affects, then deletes it after confirmation. */
export function DeleteWorkflow({
  workflow: { id, name },
  onClose,
  onDeleted,
}: {
  workflow: { id: number; name: string };
  onClose: () => void;
  onDeleted?: () => void;
}) {
  const result = useQuery(query('GET /workflows/:id/what-stops', { params: { id } }));
  const remove = useChange('DELETE /workflows/:id', ['GET /workflows']);
  const confirm = async () => {
    await remove.mutateAsync({ params: { id } });
    showSuccess(texts.done(name));
    onDeleted?.();
  };
  return (
    <ConfirmModal
      title={texts.title(name)}
      confirm={texts.confirm}
      isOpen
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text size="sm" mb="xs">
        {texts.what}
      </Text>
      <Loaded result={result}>
        {({ unfinished_runs, started_by }) => (
          <List size="sm">
            <List.Item>{texts.listener}</List.Item>
            <List.Item>{texts.versions}</List.Item>
            <List.Item>{texts.runs(unfinished_runs)}</List.Item>
            {started_by.length > 0 && (
              <List.Item>{texts.startedBy(started_by.map((starter) => starter.name).join(', '))}</List.Item>
            )}
          </List>
        )}
      </Loaded>
    </ConfirmModal>
  );
}
