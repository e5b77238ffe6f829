import { Anchor, Stack, Text, Typography } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { type Approval, ApprovalChip } from '../../components/approvals/approval-chip.tsx';
import { BackLink } from '../../components/page/back-link.tsx';
import { Facts } from '../../components/page/facts.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { Panel } from '../../components/page/panel.tsx';
import { shortId } from '../../components/runs/short-id.ts';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { approvalsTexts as texts } from '../../texts/approvals.ts';
import classes from './approvals.module.css';
import { DecidePanel } from './decide-panel.tsx';
import { decidersOf } from './deciders.ts';

const route = getRouteApi('/approvals/$id');
const refreshMs = 15_000;

/** One approval: the question, who can decide it, and the decision. */
export function ApprovalPage() {
  const id = Number(route.useParams().id);
  const { data: approval } = useSuspenseQuery({
    ...query('GET /approvals/:id', { params: { id } }),
    refetchInterval: refreshMs,
  });
  return (
    <PageFrame
      back={<BackLink to="/approvals" label={texts.back} />}
      title={approval.title}
      state={<ApprovalChip status={approval.status} />}
      guide="console/runs.md"
    >
      <div className={classes.columns}>
        <Stack gap="md">
          {approval.html !== '' && (
            <Panel title={texts.text}>
              <Typography className={classes.text ?? ''}>
                {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server renders the Markdown and escapes its HTML. */}
                <div dangerouslySetInnerHTML={{ __html: approval.html }} />
              </Typography>
            </Panel>
          )}
          {approval.can_decide && <DecidePanel id={id} />}
          {approval.status === 'pending' && !approval.can_decide && <Text size="sm">{texts.forOthers}</Text>}
          {approval.status !== 'pending' && <Decision approval={approval} />}
        </Stack>
        <Panel title={texts.details}>
          <ApprovalFacts approval={approval} />
        </Panel>
      </div>
    </PageFrame>
  );
}

/** How the approval ended. */
const Decision = ({ approval }: { approval: Approval }) => (
  <Panel title={texts.facts.decision}>
    <Text size="sm">
      {escapeBidi(outcomeOf(approval))}{' '}
      {approval.decided_at && (
        <Text span c="dimmed" inherit>
          <Moment at={approval.decided_at} />
        </Text>
      )}
    </Text>
    {approval.comment !== null && (
      <Text size="sm" component="blockquote" className={classes.comment ?? ''}>
        <Name>{approval.comment}</Name>
      </Text>
    )}
  </Panel>
);

function ApprovalFacts({ approval }: { approval: Approval }) {
  const may = useMay();
  const { workflow, run_id, created_at, expires_at, on_timeout, status } = approval;
  const run = (
    <Anchor
      size="sm"
      ff="monospace"
      aria-label={run_id}
      renderRoot={(props) => <Link to="/runs/$id" params={{ id: run_id }} {...props} />}
    >
      {shortId(run_id)}
    </Anchor>
  );
  return (
    <Facts
      facts={[
        [texts.facts.workflow, <WorkflowLink key="workflow" workflow={workflow} />],
        ...(may('runs.view') ? [[texts.facts.run, run] as const] : []),
        [texts.facts.by, escapeBidi(decidersOf(approval))],
        [texts.facts.asked, <Moment key="asked" at={created_at} />],
        ...(status === 'pending'
          ? [
              [texts.facts.expires, <Moment key="expires" at={expires_at} />] as const,
              [texts.facts.onTimeout, texts.onTimeout[on_timeout]] as const,
            ]
          : []),
      ]}
    />
  );
}

function WorkflowLink({ workflow: { id, name } }: Pick<Approval, 'workflow'>) {
  const may = useMay();
  if (name === null) return texts.deletedWorkflow;
  if (!may('workflows.view')) return <Name>{name}</Name>;
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => <Link to="/workflows/$id" params={{ id: String(id) }} {...props} />}
    >
      <Name>{name}</Name>
    </Anchor>
  );
}

function outcomeOf({ status, decided_by }: Approval): string {
  const outcome = texts.outcome[status];
  return typeof outcome === 'string' ? outcome : outcome(decided_by?.name ?? '');
}
