import { Anchor, Box, Group, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ApiResponse } from '../../api/call.ts';
import { MethodChip } from '../../components/chips/method-chip.tsx';
import { StatusChip } from '../../components/chips/status-chip.tsx';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { requestsTexts } from '../../texts/runs/requests.ts';

const { list: texts, reasons, bytes } = requestsTexts;
type Request = ApiResponse<'GET /requests'>['requests'][number];
const oneLine = { whiteSpace: 'nowrap' } as const;

/** Identifies a request in the page's URL. */
export const keyOf = (request: Request) =>
  request.kind === 'accepted' ? request.id : `refused-${request.id}`;

/** A table row for one request. On narrow screens, the time and the workflow are below the outcome. */
export const RequestRow = ({ request }: { request: Request }) => (
  <Table.Tr>
    <Table.Td visibleFrom="sm" style={oneLine}>
      <Moment at={request.at} isInGrid />
    </Table.Td>
    <Table.Td>
      <Outcome request={request} />
      <Text size="xs" c="dimmed" mt={2} hiddenFrom="sm">
        <Moment at={request.at} isInGrid /> · <Name>{request.workflow.name}</Name>
      </Text>
    </Table.Td>
    <Table.Td visibleFrom="sm">
      <Name>{request.workflow.name}</Name>
    </Table.Td>
    <Table.Td visibleFrom="md">
      {request.kind === 'refused' ? (
        <>
          <MethodChip method={request.method} /> {request.address}
        </>
      ) : (
        texts.unknown
      )}
    </Table.Td>
    <Table.Td visibleFrom="md" style={oneLine}>
      {request.kind === 'accepted' ? bytes(request.bytes) : texts.unknown}
    </Table.Td>
  </Table.Tr>
);

const Outcome = ({ request }: { request: Request }) => (
  <Anchor
    size="sm"
    data-row-link
    renderRoot={(props) => (
      <Link from="/requests" to="." search={(before) => ({ ...before, open: keyOf(request) })} {...props} />
    )}
  >
    <Group component="span" gap="xs" wrap="nowrap">
      {/* The fixed width aligns the next column. */}
      <Box component="span" flex="none" w={96}>
        <StatusChip status={request.kind === 'accepted' ? 'accepted' : 'rejected'} />
      </Box>
      {request.kind === 'accepted' ? (
        <StatusChip status={request.status} />
      ) : (
        <Text span size="sm">
          {reasons[request.reason] ?? request.reason}
        </Text>
      )}
    </Group>
  </Anchor>
);
