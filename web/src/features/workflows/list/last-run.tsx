import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ApiResponse } from '../../../api/call.ts';
import { StatusChip } from '../../../components/chips/status-chip.tsx';
import { escapeBidi } from '../../../components/values/escape-bidi.ts';
import { Moment } from '../../../components/values/moment.tsx';
import { workflowsTexts } from '../../../texts/workflows/workflows.ts';

const { runs: texts } = workflowsTexts;
type Listed = ApiResponse<'GET /workflows'>['workflows'][number];

/** The status and time of a workflow's newest run. If recent runs failed, it links to them. */
export function LastRun({ workflow: { id, name, runs } }: { workflow: Listed }) {
  const [last] = runs;
  if (!last)
    return (
      <Text size="sm" c="dimmed">
        {texts.none}
      </Text>
    );
  const failed = runs.filter(({ status, is_retried }) => status === 'failed' && !is_retried).length;
  return (
    <>
      <Group gap={8} wrap="nowrap">
        <StatusChip status={last.is_retried ? 'retried' : last.status} />
        <Moment at={last.accepted_at} isInGrid />
      </Group>
      {failed > 0 && runs.length > 1 && (
        <Anchor
          component={Link}
          to={`/workflows/${id}/runs`}
          size="xs"
          c="var(--failed-fg)"
          aria-label={texts.open(escapeBidi(name), texts.failed(failed, runs.length))}
        >
          {texts.failed(failed, runs.length)}
        </Anchor>
      )}
    </>
  );
}
