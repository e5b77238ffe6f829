import { Anchor, Stack, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ApiResponse } from '../../api/call.ts';
import { StatusChip } from '../../components/chips/status-chip.tsx';
import { TableCard } from '../../components/page/table-card.tsx';
import { durationOf } from '../../components/values/duration.ts';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { runsTexts } from '../../texts/runs/runs.ts';

export type ListedRun = ApiResponse<'GET /runs'>['runs'][number];
const { columns } = runsTexts;

/** A table of runs. Failed runs show their error. On narrow screens, the times are below the status and the name. */
export const RunTable = ({ runs, isAll }: { runs: readonly ListedRun[]; isAll: boolean }) => (
  <Stack gap="xs">
    <Text size="sm" c="dimmed">
      {runsTexts.count(runs.length, isAll)}
    </Text>
    <TableCard>
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={140}>{columns.status}</Table.Th>
            <Table.Th>{columns.workflow}</Table.Th>
            <Table.Th visibleFrom="sm" w={180}>
              {columns.accepted}
            </Table.Th>
            <Table.Th visibleFrom="sm" w={120}>
              {columns.took}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {runs.map((run) => (
            <RunRow key={run.id} run={run} />
          ))}
        </Table.Tbody>
      </Table>
    </TableCard>
  </Stack>
);

const RunRow = ({ run }: { run: ListedRun }) => {
  const name = run.workflow.name ?? runsTexts.deletedWorkflow;
  const took = run.ended_at === null ? '' : durationOf(run.accepted_at, run.ended_at);
  return (
    <Table.Tr>
      <Table.Td>
        <StatusChip status={run.status} />
        <Text size="xs" c="dimmed" hiddenFrom="sm" mt={2}>
          {took}
        </Text>
      </Table.Td>
      <Table.Td>
        <Anchor
          size="sm"
          fw={500}
          data-row-link
          aria-label={runsTexts.open(escapeBidi(name), run.id)}
          renderRoot={(props) => <Link to="/runs/$id" params={{ id: run.id }} {...props} />}
        >
          <Name>{name}</Name>
        </Anchor>
        {run.error !== null && (
          <Text size="xs" c="dimmed" lineClamp={2}>
            {run.error}
          </Text>
        )}
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          <Moment at={run.accepted_at} isInGrid />
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Moment at={run.accepted_at} isInGrid />
      </Table.Td>
      <Table.Td visibleFrom="sm">{took}</Table.Td>
    </Table.Tr>
  );
};
