import { Anchor, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ApiResponse } from '../../../api/call.ts';
import { escapeBidi } from '../../../components/values/escape-bidi.ts';
import { fileTexts } from '../../../texts/leads/files.ts';
import { leadsTexts } from '../../../texts/leads/leads.ts';

const texts = fileTexts.refusedRows;

/** Shows the first rejected rows and why they were rejected. With only a few errors, users don't have to open the file. */
export const RejectedRows = ({ job }: { job: ApiResponse<'GET /leads/jobs/:id'> }) =>
  job.first_refused.length > 0 && (
    <div>
      {job.refused > job.first_refused.length && (
        <Text size="sm">{texts.first(job.first_refused.length, job.refused)}</Text>
      )}
      <Table aria-label={texts.title} verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={1}>{job.kind === 'import' ? texts.row : texts.lead}</Table.Th>
            <Table.Th>{texts.why}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {job.first_refused.map(({ row, lead, reason }) => (
            <Table.Tr key={row}>
              <Table.Td valign="top" style={{ whiteSpace: 'nowrap' }}>
                {lead === null ? (
                  row.toLocaleString()
                ) : (
                  <Anchor component={Link} to={`/leads/${lead}`} size="sm">
                    {leadsTexts.unnamed(lead)}
                  </Anchor>
                )}
              </Table.Td>
              <Table.Td>{escapeBidi(reason)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
