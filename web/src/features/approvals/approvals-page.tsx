import { Button, Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/session.ts';
import { type Approval, ApprovalChip } from '../../components/approvals/approval-chip.tsx';
import { ApprovalDecision } from '../../components/approvals/approval-decision.tsx';
import { useDecidedRows } from '../../components/approvals/use-decided-rows.ts';
import { TabLinks } from '../../components/navigation/tab-links.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Loaded } from '../../components/page/loaded.tsx';
import { MoreButton } from '../../components/page/more-button.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import type { Column } from '../../components/table/column.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { approvalsTexts as texts } from '../../texts/approvals.ts';
import classes from './approvals.module.css';
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
  const may = useMay();
  const { rows: approvals, keep } = useDecidedRows(
    status,
    pages.data?.pages.flatMap((page) => page.approvals) ?? [],
  );
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
      <Loaded result={pages}>
        {(data) =>
          approvals.length === 0 ? (
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
          ) : (
            <DataTable
              name="approvals"
              label={texts.title}
              columns={status === 'pending' ? pendingColumns(keep) : allColumns(keep)}
              rows={approvals}
              keyOf={keyOf}
              nameOf={nameOf}
              hasTallRows
              footer={<span role="status">{texts.count(data.pages[0]?.total ?? 0)}</span>}
              linkOf={({ id }) => ({ to: '/approvals/$id', params: { id: String(id) } })}
            />
          )
        }
      </Loaded>
      <MoreButton pages={pages} />
    </PageFrame>
  );
}

type Keep = ReturnType<typeof useDecidedRows>['keep'];

const keyOf = ({ id }: Approval) => String(id);
const nameOf = ({ title }: Approval) => escapeBidi(title);

/** The question, with its reason and its workflow. On narrow screens, everything else is below it too. */
const titleColumn = (hasStatus: boolean, keep: Keep): Column<Approval> => ({
  key: 'title',
  label: texts.columns.title,
  isLink: true,
  cell: ({ title }) => <Name>{title}</Name>,
  below: (approval) => (
    <div className={classes.below}>
      {approval.summary !== '' && (
        <Text size="xs" lineClamp={2}>
          <Name>{approval.summary}</Name>
        </Text>
      )}
      <Text size="xs" c="dimmed" component="div">
        <Name>{approval.workflow.name ?? texts.deletedWorkflow}</Name> · {texts.asked}{' '}
        <Moment at={approval.created_at} isInGrid />
      </Text>
      <div className={classes.onPhone}>
        {hasStatus ? (
          <ApprovalChip status={approval.status} />
        ) : (
          <Text size="xs" c="dimmed" component="div">
            {texts.expires} <Moment at={approval.expires_at} isInGrid />
          </Text>
        )}
        {(approval.can_decide || !hasStatus) && <ApprovalDecision approval={approval} onDecided={keep} />}
      </div>
    </div>
  ),
});

const expiresColumn: Column<Approval> = {
  key: 'expires',
  label: texts.columns.expires,
  width: 130,
  from: 'sm',
  cell: ({ expires_at }) => <Moment at={expires_at} isInGrid />,
};

/** Pending approvals all have the same status, but differ in who can decide them. */
const pendingColumns = (keep: Keep): readonly Column<Approval>[] => [
  titleColumn(false, keep),
  {
    key: 'by',
    label: texts.columns.by,
    width: 200,
    from: 'md',
    cell: (approval) => escapeBidi(decidersOf(approval)),
  },
  expiresColumn,
  {
    key: 'decision',
    label: texts.facts.decision,
    width: 180,
    from: 'sm',
    cell: (approval) => <ApprovalDecision approval={approval} onDecided={keep} />,
  },
];

const allColumns = (keep: Keep): readonly Column<Approval>[] => [
  titleColumn(true, keep),
  {
    key: 'status',
    label: texts.columns.status,
    width: 120,
    from: 'sm',
    cell: ({ status }) => <ApprovalChip status={status} />,
  },
  expiresColumn,
];
