import { Button, List, Modal, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { DialogButtons } from '../../../components/dialogs/dialog-buttons.tsx';
import { escapeBidi } from '../../../components/values/escape-bidi.ts';
import { runsTexts } from '../../../texts/runs/runs.ts';
import { runsListTexts } from '../../../texts/runs/runs-list.ts';
import type { BulkResult } from './use-bulk.ts';

const { bulk: texts } = runsListTexts;

/** Names the runs that couldn't be retried or cancelled, with the reason of each. */
export const RefusedRuns = ({
  result: { kind, refused },
  onClose,
}: {
  result: BulkResult;
  onClose: () => void;
}) => (
  <Modal
    opened
    onClose={onClose}
    title={kind === 'retry' ? texts.notRetried(refused.length) : texts.notCancelled(refused.length)}
  >
    <Stack gap="md">
      <List size="sm" spacing="xs">
        {refused.map(({ run, reason }) => (
          <List.Item key={run.id}>
            <Link to="/runs/$id" params={{ id: run.id }}>
              {escapeBidi(run.workflow.name ?? runsTexts.deletedWorkflow)}
            </Link>
            <Text size="sm" c="dimmed">
              {escapeBidi(reason)}
            </Text>
          </List.Item>
        ))}
      </List>
      <DialogButtons>
        <Button onClick={onClose}>{texts.close}</Button>
      </DialogButtons>
    </Stack>
  </Modal>
);
