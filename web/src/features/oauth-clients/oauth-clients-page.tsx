import { Anchor, Table, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ApiResponse } from '../../api/call.ts';
import { query } from '../../api/queries.ts';
import { StateChip } from '../../components/chips/state-chip.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { PageAction } from '../../components/page/page-action.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { ScrollingTable } from '../../components/page/scrolling-table.tsx';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { oauthClientsTexts as texts } from '../../texts/oauth-clients.ts';
import { IssueModal } from './issue-modal.tsx';
import classes from './oauth-clients.module.css';

const route = getRouteApi('/apps/oauth');
const { columns } = texts;
type Client = ApiResponse<'GET /oauth-clients'>['clients'][number];

/** The apps that users can authorize. */
export function OauthClientsPage() {
  const { data } = useSuspenseQuery(query('GET /oauth-clients', {}));
  const { new: isIssuing = false } = route.useSearch();
  const navigate = route.useNavigate();
  const setIssuing = (isOpen: boolean) =>
    void navigate({ search: isOpen ? { new: true } : {}, replace: true });
  const add = <PageAction label={texts.add} onClick={() => setIssuing(true)} />;
  return (
    <PageFrame
      title={texts.title}
      about={
        <>
          {texts.about}{' '}
          <Anchor component={Link} underline="always" to="/settings/account">
            {texts.own}
          </Anchor>
        </>
      }
      actions={data.clients.length > 0 && add}
      guide="console/oauth-clients.md"
    >
      {data.clients.length === 0 ? (
        <EmptyState drawing="key" title={texts.none} text={texts.noneHelp} action={add} guide="oauth.md" />
      ) : (
        <>
          <Text size="sm" c="dimmed">
            {texts.count(data.clients.length)}
          </Text>
          <ClientsTable clients={data.clients} />
        </>
      )}
      <IssueModal isOpen={isIssuing} onClose={() => setIssuing(false)} />
    </PageFrame>
  );
}

const ClientsTable = ({ clients }: { clients: readonly Client[] }) => (
  <ScrollingTable label={texts.title} minWidth={0}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{columns.name}</Table.Th>
        <Table.Th visibleFrom="sm">{columns.scope}</Table.Th>
        <Table.Th visibleFrom="sm">{columns.state}</Table.Th>
        <Table.Th visibleFrom="sm">{columns.grants}</Table.Th>
        <Table.Th visibleFrom="sm">{columns.lastUse}</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {clients.map(({ id, client_id, name, source, scope, active, grants, last_used_at }) => (
        <Table.Tr key={id}>
          <Table.Td className={classes.words}>
            <Anchor
              fw={500}
              size="sm"
              data-row-link
              renderRoot={(props) => <Link to="/apps/oauth/$id" params={{ id: String(id) }} {...props} />}
            >
              <Name>{name}</Name>
            </Anchor>
            <Text size="xs" c="dimmed">
              {source === 'metadata_document'
                ? texts.metadataDocumentOf(new URL(client_id).host)
                : texts.sources[source]}
            </Text>
            <Text size="xs" c="dimmed" component="div" hiddenFrom="sm">
              {scope} · {active ? texts.on : texts.off} · {texts.grantCount(grants)} ·{' '}
              {last_used_at === null ? texts.neverUsed : texts.used}{' '}
              {last_used_at !== null && <Moment at={last_used_at} />}
            </Text>
          </Table.Td>
          <Table.Td visibleFrom="sm">{scope}</Table.Td>
          <Table.Td visibleFrom="sm">
            <StateChip tone={active ? 'good' : 'off'}>{active ? texts.on : texts.off}</StateChip>
          </Table.Td>
          <Table.Td visibleFrom="sm">{grants}</Table.Td>
          <Table.Td visibleFrom="sm">
            <Moment at={last_used_at} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </ScrollingTable>
);
