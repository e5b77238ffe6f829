import { Anchor, Group, Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ApiResponse } from '../../../api/call.ts';
import { statusColor } from '../../../components/chips/status-chip.tsx';
import { escapeBidi } from '../../../components/values/escape-bidi.ts';
import { workflowsTexts } from '../../../texts/workflows/workflows.ts';

type Runs = ApiResponse<'GET /workflows'>['workflows'][number]['runs'];

const [width, height, gap] = [5, 18, 2];

type RecentRun = Runs[number];
const needsAttention = ({ status, is_retried }: RecentRun) => status === 'failed' && !is_retried;
const colorOf = ({ status, is_retried }: RecentRun) => statusColor(is_retried ? 'retried' : status);

/** Shows the latest runs as bars, oldest first. Bars of failed runs are taller, so color isn't the only signal. */
export function RunDots({ name, id, runs }: { name: string; id: number; runs: Runs }) {
  const { runs: texts } = workflowsTexts;
  if (runs.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {texts.none}
      </Text>
    );
  const failed = runs.filter(needsAttention).length;
  return (
    <Anchor component={Link} to={`/workflows/${id}/runs`} underline="hover" size="sm">
      <VisuallyHidden>
        {texts.open(escapeBidi(name))}: {texts.summary(runs.length, failed)}
      </VisuallyHidden>
      <Group gap={4} aria-hidden>
        <svg
          width={runs.length * (width + gap)}
          height={height}
          role="presentation"
          style={{ flexShrink: 0 }}
        >
          {runs.toReversed().map((run, index) => {
            const barHeight = needsAttention(run) ? height : height * 0.6;
            return (
              <rect
                key={run.id}
                x={index * (width + gap)}
                y={height - barHeight}
                width={width}
                height={barHeight}
                rx={1}
                fill={colorOf(run)}
              />
            );
          })}
        </svg>
        {failed > 0 && <span style={{ whiteSpace: 'nowrap' }}>{texts.failed(failed, runs.length)}</span>}
      </Group>
    </Anchor>
  );
}
