import { ActionIcon, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconCopy, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { ApiResponse } from '../../../api/call.ts';
import { useMay, useSession } from '../../../api/session.ts';
import { PersonAvatar } from '../../../components/chips/person-avatar.tsx';
import type { Column } from '../../../components/table/column.ts';
import { DataTable } from '../../../components/table/data-table.tsx';
import { escapeBidi } from '../../../components/values/escape-bidi.ts';
import { Name } from '../../../components/values/name.tsx';
import { workflowsTexts } from '../../../texts/workflows/workflows.ts';
import { CopyWorkflow } from '../copy-workflow.tsx';
import { DeleteWorkflow } from '../delete-workflow.tsx';
import { RunDots } from './run-dots.tsx';
import { WorkflowState } from './workflow-state.tsx';

type Listed = ApiResponse<'GET /workflows'>['workflows'][number];
const { columns: labels } = workflowsTexts;

const keyOf = ({ id }: Listed) => String(id);
const nameOf = ({ name }: Listed) => escapeBidi(name);

/** A table of workflows. On narrow screens, the runs are below the name, and the owner is hidden. */
export function WorkflowTable({ workflows, total }: { workflows: readonly Listed[]; total: number }) {
  const [dialog, setDialog] = useState<{ workflow: Listed; kind: 'copy' | 'delete' }>();
  const close = () => setDialog(undefined);
  const may = useMay();
  const actions: Column<Listed> = {
    key: 'actions',
    label: labels.actions,
    width: 100,
    isAtEnd: true,
    cell: (workflow) => (
      <RowActions
        workflow={workflow}
        onCopy={() => setDialog({ workflow, kind: 'copy' })}
        onDelete={() => setDialog({ workflow, kind: 'delete' })}
      />
    ),
  };
  const mayAct = may('workflows.create') || may('workflows.delete');
  return (
    <>
      <DataTable
        name="workflows"
        label={workflowsTexts.title}
        columns={mayAct ? [...columns, actions] : columns}
        rows={workflows}
        keyOf={keyOf}
        nameOf={nameOf}
        footer={
          <span role="status">
            {workflows.length < total
              ? workflowsTexts.first(workflows.length, total)
              : workflowsTexts.count(total)}
          </span>
        }
        linkOf={({ id }) => ({ to: '/workflows/$id', params: { id: String(id) } })}
      />
      {dialog?.kind === 'copy' && <CopyWorkflow workflow={dialog.workflow} onClose={close} />}
      {dialog?.kind === 'delete' && <DeleteWorkflow workflow={dialog.workflow} onClose={close} />}
    </>
  );
}

const State = ({ workflow: { enabled, version, has_draft, has_listener, owner } }: { workflow: Listed }) => (
  <WorkflowState
    enabled={enabled}
    version={version}
    hasDraft={has_draft}
    hasListener={has_listener}
    isOwnerActive={owner.is_active}
  />
);

const columns: readonly Column<Listed>[] = [
  {
    key: 'name',
    label: labels.name,
    isLink: true,
    sortBy: ({ name }) => name,
    cell: ({ name }) => <Name>{name}</Name>,
    below: (workflow) => (
      <Stack hiddenFrom="sm" gap={6} mt={4}>
        <State workflow={workflow} />
        <RunDots {...workflow} />
      </Stack>
    ),
  },
  {
    key: 'state',
    label: labels.state,
    width: 270,
    from: 'sm',
    cell: (workflow) => <State workflow={workflow} />,
  },
  {
    key: 'owner',
    label: labels.owner,
    width: 180,
    from: 'md',
    sortBy: ({ owner }) => owner.name,
    cell: ({ owner }) => (
      <Group gap="xs" wrap="nowrap">
        <PersonAvatar name={owner.name} />
        <Text size="sm" truncate>
          <Name>{owner.is_active ? owner.name : workflowsTexts.ownerOff(owner.name)}</Name>
        </Text>
      </Group>
    ),
  },
  {
    key: 'runs',
    label: labels.runs,
    width: 240,
    from: 'sm',
    cell: (workflow) => <RunDots {...workflow} />,
  },
];

function RowActions({
  workflow: { name, owner },
  onCopy,
  onDelete,
}: {
  workflow: Listed;
  onCopy: () => void;
  onDelete: () => void;
}) {
  const may = useMay();
  const { user, acts } = useSession();
  const mayDelete =
    acts['workflows.delete'] === 'all' || (acts['workflows.delete'] === 'own' && owner.id === user.id);
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {may('workflows.create') && (
        <Act label={`${workflowsTexts.copy.action} ${name}`} icon={<IconCopy size={16} />} onClick={onCopy} />
      )}
      {mayDelete && (
        <Act
          label={`${workflowsTexts.delete.action} ${name}`}
          icon={<IconTrash size={16} />}
          onClick={onDelete}
        />
      )}
    </Group>
  );
}

const Act = ({ label, icon, onClick }: { label: string; icon: React.ReactNode; onClick: () => void }) => (
  <Tooltip label={label}>
    <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
      {icon}
    </ActionIcon>
  </Tooltip>
);
