import { ActionIcon, Anchor, Box, Group, Stack, Table, Text, Tooltip } from '@mantine/core';
import { IconCopy, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ApiResponse } from '../../../api/call.ts';
import { useMay, useSession } from '../../../api/session.ts';
import { Name } from '../../../components/values/name.tsx';
import { workflowsTexts } from '../../../texts/workflows/workflows.ts';
import { CopyWorkflow } from '../copy-workflow.tsx';
import { DeleteWorkflow } from '../delete-workflow.tsx';
import { RunDots } from './run-dots.tsx';
import { WorkflowState } from './workflow-state.tsx';

type Listed = ApiResponse<'GET /workflows'>['workflows'][number];

/** A table of workflows. On narrow screens, the runs are below the name, and the owner is hidden. */
export function WorkflowTable({ workflows }: { workflows: readonly Listed[] }) {
  const { columns } = workflowsTexts;
  const [dialog, setDialog] = useState<{ workflow: Listed; kind: 'copy' | 'delete' }>();
  const close = () => setDialog(undefined);
  const may = useMay();
  const mayAct = may('workflows.create') || may('workflows.delete');
  return (
    <>
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{columns.name}</Table.Th>
            <Table.Th visibleFrom="sm" w={160}>
              {columns.owner}
            </Table.Th>
            <Table.Th visibleFrom="sm" w={290}>
              {columns.runs}
            </Table.Th>
            {mayAct && (
              <Table.Th ta="right" w={90}>
                {columns.actions}
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {workflows.map((workflow) => (
            <Row
              key={workflow.id}
              workflow={workflow}
              mayAct={mayAct}
              onCopy={() => setDialog({ workflow, kind: 'copy' })}
              onDelete={() => setDialog({ workflow, kind: 'delete' })}
            />
          ))}
        </Table.Tbody>
      </Table>
      {dialog?.kind === 'copy' && <CopyWorkflow workflow={dialog.workflow} onClose={close} />}
      {dialog?.kind === 'delete' && <DeleteWorkflow workflow={dialog.workflow} onClose={close} />}
    </>
  );
}

function Row({
  workflow,
  mayAct,
  onCopy,
  onDelete,
}: {
  workflow: Listed;
  /** Whether the table has an actions column. */
  mayAct: boolean;
  onCopy: () => void;
  onDelete: () => void;
}) {
  const { id, name, owner, enabled, version, has_draft, has_listener, runs } = workflow;
  const may = useMay();
  const { user, acts } = useSession();
  const mayEdit =
    acts['workflows.delete'] === 'all' || (acts['workflows.delete'] === 'own' && owner.id === user.id);
  return (
    <Table.Tr>
      <Table.Td>
        <Stack gap={6}>
          <Anchor component={Link} to={`/workflows/${id}`} fw={500} data-row-link>
            <Name>{name}</Name>
          </Anchor>
          <WorkflowState
            enabled={enabled}
            version={version}
            hasDraft={has_draft}
            hasListener={has_listener}
            isOwnerActive={owner.is_active}
          />
          <Box hiddenFrom="sm">
            <RunDots name={name} id={id} runs={runs} />
          </Box>
        </Stack>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm">
          <Name>{owner.is_active ? owner.name : workflowsTexts.ownerOff(owner.name)}</Name>
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <RunDots name={name} id={id} runs={runs} />
      </Table.Td>
      {mayAct && (
        <Table.Td>
          <Group gap={4} justify="flex-end" wrap="nowrap">
            {may('workflows.create') && (
              <Act
                label={`${workflowsTexts.copy.action} ${name}`}
                icon={<IconCopy size={16} />}
                onClick={onCopy}
              />
            )}
            {mayEdit && (
              <Act
                label={`${workflowsTexts.delete.action} ${name}`}
                icon={<IconTrash size={16} />}
                onClick={onDelete}
              />
            )}
          </Group>
        </Table.Td>
      )}
    </Table.Tr>
  );
}

const Act = ({ label, icon, onClick }: { label: string; icon: React.ReactNode; onClick: () => void }) => (
  <Tooltip label={label}>
    <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
      {icon}
    </ActionIcon>
  </Tooltip>
);
