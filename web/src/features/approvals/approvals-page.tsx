import { Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/session.ts';
import { type Approval, ApprovalChip } from '../../components/approvals/approval-chip.tsx';
import { ApprovalDecision } from '../../components/approvals/approval-decision.tsx';
import { DecisionPage } from '../../components/approvals/decision-page.tsx';
import { useDecidedRows } from '../../components/approvals/use-decided-rows.ts';
import type { Column } from '../../components/table/column.ts';
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
  const isAll = status === 'all';
  return (
    <DecisionPage
      texts={texts}
      path="/approvals"
      isAll={isAll}
      guide="console/runs.md#approvals"
      source={may('workflows.view') && { to: '/workflows', label: texts.toWorkflows }}
      pages={pages}
      name="approvals"
      columns={isAll ? allColumns(keep) : pendingColumns(keep)}
      rows={approvals}
      keyOf={keyOf}
      nameOf={nameOf}
      linkOf={({ id }) => ({ to: '/approvals/$id', params: { id: String(id) } })}
    />
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
