import { Group, Stack, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconCopy, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { ApiResponse } from '../../../api/call.ts';
import { useMay, useSession } from '../../../api/session.ts';
import { PersonAvatar } from '../../../components/chips/person-avatar.tsx';
import { TriggerKind } from '../../../components/chips/trigger-kind.tsx';
import { OverflowMenu } from '../../../components/page/overflow-menu.tsx';
import type { Column } from '../../../components/table/column.ts';
import { DataTable } from '../../../components/table/data-table.tsx';
import { escapeBidi } from '../../../components/values/escape-bidi.ts';
import { Name } from '../../../components/values/name.tsx';
import { runsListTexts } from '../../../texts/runs/runs-list.ts';
import { workflowsTexts } from '../../../texts/workflows/workflows.ts';
import { CopyWorkflow } from '../copy-workflow.tsx';
import { DeleteWorkflow } from '../delete-workflow.tsx';
import { LastRun } from './last-run.tsx';
import { WorkflowState } from './workflow-state.tsx';
import classes from './workflow-table.module.css';

type Listed = ApiResponse<'GET /workflows'>['workflows'][number];
const { columns: labels } = workflowsTexts;

const keyOf = ({ id }: Listed) => String(id);
const nameOf = ({ name }: Listed) => escapeBidi(name);

/** A table of workflows. On narrow screens, an unusual state and the last run are below the name, and the owner is hidden. */
export function WorkflowTable({ workflows, total }: { workflows: readonly Listed[]; total: number }) {
  const [dialog, setDialog] = useState<{ workflow: Listed; kind: 'copy' | 'delete' }>();
  const close = () => setDialog(undefined);
  const may = useMay();
  const actions: Column<Listed> = {
    key: 'actions',
    label: labels.actions,
    width: 72,
    isAtEnd: true,
    isLabelHidden: true,
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

/** Whether the workflow is enabled and has no changes that wait to be published. */
const isUsual = ({ enabled, version, has_draft, owner }: Listed) =>
  enabled && version > 0 && !has_draft && owner.is_active;

const State = ({ workflow: { enabled, version, has_draft, owner } }: { workflow: Listed }) => (
  <WorkflowState enabled={enabled} version={version} hasDraft={has_draft} isOwnerActive={owner.is_active} />
);

const columns: readonly Column<Listed>[] = [
  {
    key: 'name',
    label: labels.name,
    isLink: true,
    sortBy: ({ name }) => name,
    cell: ({ name }) => <Name>{name}</Name>,
    below: (workflow) => (
      <Stack hiddenFrom="sm" gap={4} mt={4}>
        {!isUsual(workflow) && <State workflow={workflow} />}
        <Group gap={8} align="flex-start" wrap="nowrap">
          <Text size="xs" c="dimmed" lh="22px" className={classes.nowrap ?? ''}>
            {labels.runs}
          </Text>
          <div>
            <LastRun workflow={workflow} />
          </div>
        </Group>
      </Stack>
    ),
  },
  {
    key: 'state',
    label: labels.state,
    width: 180,
    from: 'sm',
    cell: (workflow) => <State workflow={workflow} />,
  },
  {
    key: 'trigger',
    label: labels.trigger,
    width: 168,
    from: 'md',
    cell: (workflow) => <Triggers workflow={workflow} />,
  },
  {
    key: 'runs',
    label: labels.runs,
    width: 240,
    from: 'sm',
    sortBy: ({ runs: [last] }) => last?.accepted_at ?? '',
    cell: (workflow) => (
      <div className={classes.lastRun}>
        <LastRun workflow={workflow} />
      </div>
    ),
  },
  {
    key: 'owner',
    label: labels.owner,
    width: 170,
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
];

/** What starts the workflow. If there is more than one way, the others are in a tooltip. */
function Triggers({ workflow: { triggers } }: { workflow: Listed }) {
  const [first, ...others] = triggers;
  if (!first) return <Text size="sm">{workflowsTexts.noTrigger}</Text>;
  const names = others.map((kind) => runsListTexts.triggers[kind]).join(', ');
  return (
    <Group gap={6} wrap="nowrap">
      <TriggerKind kind={first} />
      {others.length > 0 && (
        <Tooltip label={names}>
          <span className={classes.more}>
            <span aria-hidden>{workflowsTexts.moreTriggers(others.length)}</span>
            <VisuallyHidden>{names}</VisuallyHidden>
          </span>
        </Tooltip>
      )}
    </Group>
  );
}

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
  const items = [
    ...(may('workflows.create')
      ? [{ label: workflowsTexts.copy.action, icon: IconCopy, onClick: onCopy }]
      : []),
    ...(mayDelete
      ? [{ label: workflowsTexts.delete.action, icon: IconTrash, isDanger: true, onClick: onDelete }]
      : []),
  ];
  return items.length === 0 ? null : (
    <OverflowMenu label={workflowsTexts.moreActions(escapeBidi(name))} items={items} />
  );
}
