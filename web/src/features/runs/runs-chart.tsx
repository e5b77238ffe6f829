import { SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { TimeChart } from '../../components/charts/time-chart.tsx';
import { Panel } from '../../components/page/panel.tsx';
import { runsTexts } from '../../texts/runs/runs.ts';
import { seriesOf, slotLabel } from './chart-series.ts';
import { LatencyChart } from './latency-chart.tsx';

const { charts: texts } = runsTexts;
const refreshMs = 10_000;

/** Charts of the last hour: the number of runs by status, and their duration. */
export function RunsChart({ workflow }: { workflow: number | undefined }) {
  const { data } = useQuery({
    ...query('GET /runs-chart', { query: { span: 'hour', ...(workflow === undefined ? {} : { workflow }) } }),
    refetchInterval: refreshMs,
  });
  if (!data) return null;
  const series = seriesOf(data);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Panel title={texts.counts}>
        {series.length === 0 ? (
          <Text size="sm">{texts.none}</Text>
        ) : (
          <TimeChart series={series} label={texts.countsLabel} labelOf={slotLabel(data)} />
        )}
        {data.is_cut && (
          <Text size="xs" c="dimmed">
            {texts.cut}
          </Text>
        )}
      </Panel>
      <Panel title={texts.latency}>
        <LatencyChart chart={data} />
      </Panel>
    </SimpleGrid>
  );
}
