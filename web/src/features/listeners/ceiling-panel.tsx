import { Anchor, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ApiResponse } from '../../api/call.ts';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { TimeChart } from '../../components/charts/time-chart.tsx';
import { Loaded } from '../../components/page/loaded.tsx';
import { Panel } from '../../components/page/panel.tsx';
import { listenersTexts } from '../../texts/listeners/listeners.ts';

const { ceiling: texts } = listenersTexts;
const refreshMs = 2_000;

/** Shows how close the workspace's listeners are to their rate limit, second by second. */
export function CeilingPanel({ workflow }: { workflow: number }) {
  const may = useMay();
  const result = useQuery({
    ...query('GET /workflows/:id/listener/use', { params: { id: workflow } }),
    refetchInterval: refreshMs,
  });
  return (
    <Panel
      title={texts.title}
      about={result.data && texts.about(result.data.per_second, result.data.per_day)}
      actions={
        may('settings.manage') && (
          <Anchor component={Link} to="/settings/limits" size="sm" underline="always">
            {texts.change}
          </Anchor>
        )
      }
    >
      <Loaded result={result}>{(use) => <Use use={use} />}</Loaded>
    </Panel>
  );
}

function Use({ use }: { use: ApiResponse<'GET /workflows/:id/listener/use'> }) {
  const { seconds, per_second, refused } = use;
  const busiest = Math.max(0, ...seconds);
  const share = (busiest / per_second) * 100;
  const total = seconds.reduce((all, one) => all + one, 0);
  return (
    <Stack gap="sm">
      <Stack gap={4}>
        <Text size="sm">{texts.busiest(busiest, per_second)}</Text>
        <Progress
          value={Math.min(100, share)}
          color={share >= 90 ? 'red' : share >= 60 ? 'yellow' : 'blue'}
          aria-label={texts.busiest(busiest, per_second)}
        />
      </Stack>
      {total > 0 && (
        <TimeChart
          series={[{ name: texts.accepted, color: 'var(--accepted-solid)', values: seconds }]}
          label={texts.chart(total)}
          axis={{ since: Date.parse(use.since), slotMs: 1_000, slots: seconds.length, isCurrent: true }}
        />
      )}
      <Text size="sm" {...(refused > 0 ? { c: 'var(--mantine-color-error)' } : { c: 'dimmed' })}>
        {texts.refused(refused)}
      </Text>
    </Stack>
  );
}
