import { Anchor, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ApiResponse } from '../../api/call.ts';
import { query } from '../../api/queries.ts';
import { StateChip } from '../../components/chips/state-chip.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { PageAction } from '../../components/page/page-action.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import type { Column } from '../../components/table/column.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { oauthClientsTexts as texts } from '../../texts/oauth-clients.ts';
import { IssueModal } from './issue-modal.tsx';
import classes from './oauth-clients.module.css';

const route = getRouteApi('/apps/oauth');
const { columns: labels } = texts;
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
        <DataTable
          name="oauth-apps"
          label={texts.title}
          columns={columns}
          rows={data.clients}
          keyOf={keyOf}
          nameOf={nameOf}
          footer={<span role="status">{texts.count(data.clients.length)}</span>}
          linkOf={({ id }) => ({ to: '/apps/oauth/$id', params: { id: String(id) } })}
        />
      )}
      <IssueModal isOpen={isIssuing} onClose={() => setIssuing(false)} />
    </PageFrame>
  );
}

const keyOf = ({ id }: Client) => String(id);
const nameOf = ({ name }: Client) => escapeBidi(name);

const State = ({ active }: Pick<Client, 'active'>) => (
  <StateChip tone={active ? 'good' : 'off'}>{active ? texts.on : texts.off}</StateChip>
);

/** On narrow screens, everything is below the name. */
const columns: readonly Column<Client>[] = [
  {
    key: 'name',
    label: labels.name,
    isLink: true,
    sortBy: ({ name }) => name,
    cell: ({ name }) => <Name>{name}</Name>,
    below: ({ source, client_id, scope, active, grants, last_used_at }) => (
      <>
        <Text size="xs" c="dimmed" component="div" className={classes.words}>
          {source === 'metadata_document'
            ? texts.metadataDocumentOf(new URL(client_id).host)
            : texts.sources[source]}
        </Text>
        <Text size="xs" c="dimmed" component="div" hiddenFrom="sm">
          <State active={active} /> {scope} · {texts.grantCount(grants)} ·{' '}
          {last_used_at === null ? texts.neverUsed : texts.used}{' '}
          {last_used_at !== null && <Moment at={last_used_at} isInGrid />}
        </Text>
      </>
    ),
  },
  {
    key: 'scope',
    label: labels.scope,
    width: 110,
    from: 'sm',
    sortBy: ({ scope }) => scope,
    cell: ({ scope }) => scope,
  },
  {
    key: 'state',
    label: labels.state,
    width: 130,
    from: 'sm',
    sortBy: ({ active }) => (active ? 0 : 1),
    cell: ({ active }) => <State active={active} />,
  },
  {
    key: 'grants',
    label: labels.grants,
    width: 130,
    from: 'sm',
    isAtEnd: true,
    sortBy: ({ grants }) => grants,
    cell: ({ grants }) => grants,
  },
  {
    key: 'lastUse',
    label: labels.lastUse,
    width: 170,
    from: 'sm',
    sortBy: ({ last_used_at }) => last_used_at ?? '',
    cell: ({ last_used_at }) => <Moment at={last_used_at} isInGrid />,
  },
];
