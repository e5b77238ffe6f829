import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, useChange } from '../../api/queries.ts';
import { workflowSwitchTexts as texts } from '../../texts/workflows/workflow-switch.ts';
import { ConfirmModal } from '../dialogs/confirm.tsx';
import { showFailure } from '../notices/notify.ts';
import { showUndo } from '../notices/undo-toast.tsx';

/**
 * Enables or disables a workflow and its webhook. Disabling asks for confirmation with a dialog, which the caller
 * renders. Either change can be undone.
 */
export function useWorkflowSwitch(workflow: number) {
  const [isConfirming, setConfirming] = useState(false);
  const { mutateAsync, isPending } = useChange('PATCH /workflows/:id', [
    'GET /workflows/:id',
    'GET /workflows/:id/listener',
    'GET /workflows',
  ]);
  const set = (enabled: boolean) => mutateAsync({ params: { id: workflow }, body: { enabled } });
  const change = async (enabled: boolean) => {
    await set(enabled);
    showUndo(enabled ? texts.enabled : texts.disabled, () => set(!enabled));
  };
  return {
    isPending,
    enable: () => void change(true).catch(showFailure),
    disable: () => setConfirming(true),
    dialog: (
      <ConfirmModal
        title={texts.title}
        confirm={texts.confirm}
        isOpen={isConfirming}
        onConfirm={() => change(false)}
        onClose={() => setConfirming(false)}
      >
        {isConfirming && <Consequence workflow={workflow} />}
      </ConfirmModal>
    ),
  };
}

/** Shows the webhook's recent traffic, if known, and what callers get once the webhook is disabled. */
function Consequence({ workflow }: { workflow: number }) {
  const { data } = useQuery(query('GET /requests/summary', { query: { workflow } }));
  return (
    <Stack gap="xs">
      {data && (
        <Text size="sm" role="status">
          {texts.traffic(data.accepted + data.refused, data.is_cut)}
        </Text>
      )}
      <Text size="sm">{texts.consequence}</Text>
    </Stack>
  );
}
