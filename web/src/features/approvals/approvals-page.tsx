import { Button, Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/session.ts';
import { ApprovalButtons } from '../../components/approvals/approval-buttons.tsx';
import { TabLinks } from '../../components/navigation/tab-links.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { ErrorNotice } from '../../components/page/error-notice.tsx';
import { MoreButton } from '../../components/page/more-button.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import type { Column } from '../../components/table/column.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { approvalsTexts as texts } from '../../texts/approvals.ts';
import { type Approval, ApprovalChip } from './approval-chip.tsx';
import { decidersOf } from './deciders.ts';

const route = getRouteApi('/approvals');
const refreshMs = 15_000;

/** What workflows ask people, newest first. */
export function ApprovalsPage() {
  const { status = 'pending' } = route.useSearch();
  const pages = useInfiniteQuery({
    queryKey: ['GET /approvals', 'pages', status],
    queryFn: ({ pageParam, signal }) =>
      call('GET /approvals', { query: { status, start: pageParam } }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const read = pages.flatMap(({ approvals }) => approvals).length;
      return read < total ? read : undefined;
    },
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  });
  const { data, error } = pages;
  const may = useMay();
  const approvals = data?.pages.flatMap((page) => page.approvals) ?? [];
  const total = data?.pages[0]?.total ?? 0;
  const link = (to: 'all' | undefined, label: string) => ({
    to: '/approvals',
    search: to ? { status: to } : {},
    label,
    isCurrent: (status === 'all') === (to === 'all'),
  });
  return (
    <PageFrame title={texts.title} about={texts.about} guide="console/runs.md#approvals">
      <div>
        <TabLinks
          kind="segments"
          label={texts.filterLabel}
          links={[link(undefined, texts.filters.pending), link('all', texts.filters.all)]}
        />
      </div>
      {error && <ErrorNotice error={error} />}
      {data && approvals.length === 0 && (
        <EmptyState
          drawing="decision"
          title={texts.none}
          text={texts.noneText}
          action={
            may('workflows.view') && (
              <Button component={Link} to="/workflows">
                {texts.toWorkflows}
              </Button>
            )
          }
          guide="console/runs.md#approvals"
        />
      )}
      {approvals.length > 0 && (
        <DataTable
          name="approvals"
          label={texts.title}
          columns={status === 'pending' ? pendingColumns : allColumns}
          rows={approvals}
          keyOf={keyOf}
          nameOf={nameOf}
          footer={<span role="status">{texts.count(total)}</span>}
          linkOf={({ id }) => ({ to: '/approvals/$id', params: { id: String(id) } })}
        />
      )}
      <MoreButton pages={pages} />
    </PageFrame>
  );
}

const keyOf = ({ id }: Approval) => String(id);
const nameOf = ({ title }: Approval) => escapeBidi(title);

const titleColumn = (hasStatus: boolean): Column<Approval> => ({
  key: 'title',
  label: texts.columns.title,
  isLink: true,
  cell: ({ title }) => <Name>{title}</Name>,
  // On narrow screens, everything is below the question.
  below: ({ status, workflow, expires_at }) => (
    <Text size="xs" c="dimmed" component="div" hiddenFrom="sm" mt={hasStatus ? 6 : 0}>
      {hasStatus && <ApprovalChip status={status} />} <Name>{workflow.name ?? texts.deletedWorkflow}</Name> ·{' '}
      {texts.expires} <Moment at={expires_at} isInGrid />
    </Text>
  ),
});

const commonColumns: readonly Column<Approval>[] = [
  {
    key: 'workflow',
    label: texts.columns.workflow,
    width: 180,
    from: 'md',
    cell: ({ workflow }) => <Name>{workflow.name ?? texts.deletedWorkflow}</Name>,
  },
  {
    key: 'asked',
    label: texts.facts.asked,
    width: 130,
    from: 'md',
    cell: ({ created_at }) => <Moment at={created_at} isInGrid />,
  },
  {
    key: 'expires',
    label: texts.columns.expires,
    width: 130,
    from: 'sm',
    cell: ({ expires_at }) => <Moment at={expires_at} isInGrid />,
  },
];

/** Pending approvals all have the same status, but differ in who can decide them. */
const pendingColumns: readonly Column<Approval>[] = [
  titleColumn(false),
  {
    key: 'by',
    label: texts.columns.by,
    width: 200,
    from: 'md',
    cell: (approval) => escapeBidi(decidersOf(approval)),
  },
  ...commonColumns,
  {
    key: 'decision',
    label: texts.facts.decision,
    width: 180,
    from: 'sm',
    cell: (approval) => approval.can_decide && <ApprovalButtons approval={approval} />,
  },
];

const allColumns: readonly Column<Approval>[] = [
  titleColumn(true),
  {
    key: 'status',
    label: texts.columns.status,
    width: 120,
    from: 'sm',
    cell: ({ status }) => <ApprovalChip status={status} />,
  },
  ...commonColumns,
];
