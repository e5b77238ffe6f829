import { Text } from '@mantine/core';
import type { ApiResponse } from '../../api/call.ts';
import { TimeChart } from '../../components/charts/time-chart.tsx';
import { durationOfMs } from '../../components/values/duration.ts';
import { runsTexts } from '../../texts/runs/runs.ts';
import { slotLabel } from './chart-series.ts';

const { charts: texts } = runsTexts;

type Chart = ApiResponse<'GET /runs-chart'>;
type Percentile = 'p50_ms' | 'p95_ms';

/** A chart of the median and 95th percentile of the time that runs took from accepted to finished. */
export function LatencyChart({ chart }: { chart: Chart }) {
  const all = chart.latency.find(({ slot }) => slot === null);
  if (!all) return <Text size="sm">{texts.noneEnded}</Text>;
  const valuesOf = (percentile: Percentile) =>
    Array.from(
      { length: chart.slots },
      (_, index) => chart.latency.find(({ slot }) => slot === index)?.[percentile],
    );
  const [median, p95] = [durationOfMs(all.p50_ms), durationOfMs(all.p95_ms)];
  return (
    <TimeChart
      kind="lines"
      label={texts.latencyLabel(texts.both(median, p95))}
      labelOf={slotLabel(chart)}
      format={durationOfMs}
      series={[
        {
          name: texts.median,
          color: 'var(--accent-line)',
          values: valuesOf('p50_ms'),
          summary: median,
          about: texts.medianAbout,
        },
        {
          name: texts.p95,
          color: 'var(--waiting-solid)',
          values: valuesOf('p95_ms'),
          summary: p95,
          about: texts.p95About,
        },
      ]}
    />
  );
}
