import { ActionIcon, Button, Group, Stack, Table, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../api/queries.ts';
import { ConfirmModal } from '../../../components/dialogs/confirm.tsx';
import { showSuccess } from '../../../components/notices/notify.ts';
import { EmptyState } from '../../../components/page/empty-state.tsx';
import { Panel } from '../../../components/page/panel.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { workflowTriggersTexts as texts } from '../../../texts/workflows/workflow-triggers.ts';
import { type Trigger, wantedOf } from './trigger.ts';
import { TriggerModal, useSaveTriggers } from './trigger-modal.tsx';

/** What starts a workflow besides its webhook. Users who can edit the workflow can add, edit and delete triggers. */
export function TriggerList({ workflow }: { workflow: number }) {
  const { data } = useSuspenseQuery(query('GET /workflows/:id/triggers', { params: { id: workflow } }));
  const { triggers, may_edit } = data;
  const [edited, setEdited] = useState<number>();
  const [deleted, setDeleted] = useState<number>();
  const wanted = triggers.map(wantedOf);
  const save = useSaveTriggers(workflow, wanted);
  const add = may_edit && (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconPlus size={16} />}
      onClick={() => setEdited(triggers.length)}
    >
      {texts.form.add}
    </Button>
  );
  return (
    <Panel title={texts.title} about={texts.about} actions={triggers.length > 0 && add}>
      {triggers.length === 0 ? (
        <EmptyState isCompact title={texts.none} text={texts.noneHelp} action={add} guide="triggers.md" />
      ) : (
        <TriggerTable triggers={triggers} {...(may_edit && { onEdit: setEdited, onDelete: setDeleted })} />
      )}
      <TriggerModal
        workflow={workflow}
        triggers={wanted}
        index={edited}
        onClose={() => setEdited(undefined)}
      />
      <ConfirmModal
        isOpen={deleted !== undefined}
        title={texts.form.deleteTitle}
        confirm={texts.form.deleteConfirm}
        onClose={() => setDeleted(undefined)}
        onConfirm={async () => {
          await save.mutateAsync(wanted.filter((_, index) => index !== deleted));
          showSuccess(texts.form.deleted);
        }}
      >
        {texts.form.deleteText}
      </ConfirmModal>
    </Panel>
  );
}

function TriggerTable({
  triggers,
  onEdit,
  onDelete,
}: {
  triggers: readonly Trigger[];
  /** Missing for users who can only view the workflow. */
  onEdit?: (index: number) => void;
  onDelete?: (index: number) => void;
}) {
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{texts.columns.type}</Table.Th>
          <Table.Th scope="col">{texts.columns.details}</Table.Th>
          {onEdit && <Table.Th scope="col">{texts.columns.actions}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {triggers.map((trigger, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: triggers have no other identity.
          <Table.Tr key={index}>
            <Table.Th scope="row">{texts.types[trigger.type]}</Table.Th>
            <Table.Td>
              <Details trigger={trigger} />
            </Table.Td>
            {onEdit && (
              <Table.Td>
                <Group gap={4} wrap="nowrap">
                  <ActionIcon
                    aria-label={texts.form.edit(texts.types[trigger.type])}
                    onClick={() => onEdit(index)}
                  >
                    <IconPencil size={16} stroke={1.75} />
                  </ActionIcon>
                  <ActionIcon
                    aria-label={texts.form.delete(texts.types[trigger.type])}
                    onClick={() => onDelete?.(index)}
                  >
                    <IconTrash size={16} stroke={1.75} />
                  </ActionIcon>
                </Group>
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Details({ trigger }: { trigger: Trigger }) {
  const { type, cron, timezone, next_times, fields, filters, inputs } = trigger;
  if (type === 'schedule') {
    return (
      <Stack gap={2}>
        <Text size="sm">{texts.schedule(cron ?? '', timezone ?? '')}</Text>
        {next_times.map((time, index) => (
          <Text key={time} size="xs" c="dimmed">
            {index === 0 && `${texts.next} `}
            <Moment at={time} />
          </Text>
        ))}
      </Stack>
    );
  }
  if (type === 'manual') {
    const labels = inputs.map(({ label }) => label).join(', ');
    return <Text size="sm">{labels === '' ? texts.noInputs : texts.inputs(labels)}</Text>;
  }
  return (
    <Stack gap={2}>
      <Text size="sm">{filters.length > 0 ? texts.filtered : texts.everyLead}</Text>
      {fields.length > 0 && <Text size="sm">{texts.fields(fields.join(', '))}</Text>}
    </Stack>
  );
}
