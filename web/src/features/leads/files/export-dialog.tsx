import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../../api/queries.ts';
import { NameInput } from '../../../components/fields/name-input.tsx';
import { ErrorNotice } from '../../../components/page/error-notice.tsx';
import { fileTexts } from '../../../texts/leads/files.ts';
import { leadsTexts } from '../../../texts/leads/leads.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import type { Total } from '../use-total.ts';
import { criteriaOf, type LeadView } from '../view/lead-view.ts';

/** Exports the current view to a file in a background job. */
export function ExportDialog({
  view,
  columns,
  total,
  isOpen,
  onClose,
}: {
  view: LeadView;
  columns: readonly string[];
  total: Total;
  isOpen: boolean;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const [name, setName] = useState(() => `leads-${new Date().toISOString().slice(0, 10)}`);
  const start = useChange('POST /leads/exports', ['GET /leads/jobs']);
  const submit = async () => {
    const { id } = await start.mutateAsync({ body: { ...criteriaOf(view), name, columns: [...columns] } });
    await navigate({ to: '/leads/jobs/$id', params: { id: String(id) } });
  };
  return (
    <Modal opened={isOpen} onClose={onClose} title={fileTexts.exportTitle}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="md">
          <Text size="sm">{fileTexts.exportHelp(leadsTexts.about(total.count, false, total.isExact))}</Text>
          <NameInput
            data-autofocus
            label={fileTexts.exportName}
            maxLength={200}
            value={name}
            onChange={setName}
          />
          {start.error && <ErrorNotice error={start.error} title={sharedTexts.failedAction} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {sharedTexts.cancel}
            </Button>
            <Button type="submit" loading={start.isPending}>
              {fileTexts.exportStart}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
