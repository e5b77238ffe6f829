import { Anchor, Button, Progress, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { query } from '../../../api/queries.ts';
import { useMay } from '../../../api/session.ts';
import { BackLink } from '../../../components/page/back-link.tsx';
import { EmptyState } from '../../../components/page/empty-state.tsx';
import { Loaded } from '../../../components/page/loaded.tsx';
import { PageFrame } from '../../../components/page/page-frame.tsx';
import { TableCard } from '../../../components/page/table-card.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { Name } from '../../../components/values/name.tsx';
import { fileTexts } from '../../../texts/leads/files.ts';
import { leadsTexts } from '../../../texts/leads/leads.ts';
import type { Job } from './job-page.tsx';

const refreshMs = 1_500;

/** Lists recent imports, exports and bulk changes. Administrators see all users' jobs; other users see only their own. */
export function JobsPage() {
  const may = useMay();
  const result = useQuery({
    ...query('GET /leads/jobs', {}),
    refetchInterval: ({ state }) =>
      state.data?.jobs.some(({ status }) => status === 'queued' || status === 'running') ? refreshMs : false,
  });
  const { data } = result;
  const isEmpty = data?.jobs.length === 0;
  const importButton = may('leads.import') && (
    <Button component={Link} to="/leads/import">
      {leadsTexts.importFile}
    </Button>
  );
  return (
    <PageFrame
      back={<BackLink to="/leads" label={leadsTexts.back} />}
      title={fileTexts.jobsTitle}
      about={
        data && !isEmpty ? `${fileTexts.jobsCount(data.total)}. ${fileTexts.jobsHelp}` : fileTexts.jobsHelp
      }
      actions={!isEmpty && importButton}
    >
      <Loaded result={result}>
        {({ jobs }) =>
          isEmpty ? (
            <EmptyState
              drawing="inbox"
              title={fileTexts.noJobs}
              text={fileTexts.noJobsHelp}
              action={importButton}
              guide="console/leads.md#imports-and-exports"
            />
          ) : (
            <TableCard>
              <Table layout="fixed">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{fileTexts.job}</Table.Th>
                    <Table.Th>{fileTexts.status}</Table.Th>
                    <Table.Th ta="right">{fileTexts.rows}</Table.Th>
                    <Table.Th visibleFrom="sm">{fileTexts.by}</Table.Th>
                    <Table.Th visibleFrom="xs">{fileTexts.begun}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {jobs.map((job) => (
                    <Row key={job.id} job={job} />
                  ))}
                </Table.Tbody>
              </Table>
            </TableCard>
          )
        }
      </Loaded>
    </PageFrame>
  );
}

const Row = ({ job }: { job: Job }) => (
  <Table.Tr>
    <Table.Td maw={280}>
      <Anchor
        component={Link}
        to={`/leads/jobs/${job.id}`}
        size="sm"
        truncate
        display="block"
        title={job.name}
      >
        <Name>{job.name}</Name>
      </Anchor>
      <Text size="xs" c="dimmed">
        {job.is_trial ? fileTexts.trial : fileTexts.kinds[job.kind]}
      </Text>
      <Text size="xs" c="dimmed" hiddenFrom="xs">
        <Moment at={job.created_at} />
      </Text>
    </Table.Td>
    <Table.Td>
      <Text size="sm">{fileTexts.statuses[job.status]}</Text>
      {job.status === 'running' && (
        <Progress value={job.progress * 100} size="xs" aria-label={fileTexts.progress} />
      )}
    </Table.Td>
    <Table.Td ta="right" className="numeric">
      {job.rows.toLocaleString()}
    </Table.Td>
    <Table.Td visibleFrom="sm">
      <Name>{job.user.name}</Name>
    </Table.Td>
    <Table.Td visibleFrom="xs">
      <Moment at={job.created_at} />
    </Table.Td>
  </Table.Tr>
);
