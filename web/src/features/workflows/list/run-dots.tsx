import { Anchor, Group, Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../../../api/call.ts';
import { shownText } from '../../../components/values/shown-text.ts';
import { workflowsTexts } from '../../../texts/workflows/workflows.ts';

type Runs = Answer<'GET /workflows'>['workflows'][number]['runs'];

const colours: Readonly<Record<string, string>> = {
  succeeded: 'var(--mantine-color-green-7)',
  failed: 'var(--mantine-color-red-7)',
  cancelled: 'var(--mantine-color-gray-6)',
};
const running = 'var(--mantine-color-blue-5)';
const [width, height, gap] = [5, 18, 2];

/** The last runs as a row of bars, the oldest on the left; a failed one is full, so that colour is not all that tells. */
export function RunDots({ name, id, runs }: { name: string; id: number; runs: Runs }) {
  const { runs: texts } = workflowsTexts;
  if (runs.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {texts.none}
      </Text>
    );
  const failed = runs.filter(({ status }) => status === 'failed').length;
  return (
    <Anchor component={Link} to="/runs" search={{ workflow: id } as never} underline="hover" size="sm">
      <VisuallyHidden>
        {texts.open(shownText(name))}: {texts.summary(runs.length, failed)}
      </VisuallyHidden>
      <Group gap={4} aria-hidden>
        <svg
          width={runs.length * (width + gap)}
          height={height}
          role="presentation"
          style={{ flexShrink: 0 }}
        >
          {runs.toReversed().map(({ id: run, status }, index) => {
            const tall = status === 'failed' ? height : height * 0.6;
            return (
              <rect
                key={run}
                x={index * (width + gap)}
                y={height - tall}
                width={width}
                height={tall}
                rx={1}
                fill={colours[status] ?? running}
              />
            );
          })}
        </svg>
        {failed > 0 && <span style={{ whiteSpace: 'nowrap' }}>{texts.failed(failed, runs.length)}</span>}
      </Group>
    </Anchor>
  );
}
