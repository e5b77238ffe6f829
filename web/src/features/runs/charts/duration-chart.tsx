import { Text } from '@mantine/core';
import type { ApiResponse } from '../../../api/call.ts';
import { TimeChart } from '../../../components/charts/time-chart.tsx';
import { durationOfMs, unitFor } from '../../../components/values/duration.ts';
import { runsListTexts } from '../../../texts/runs/runs-list.ts';
import { slotLabel, slotTitle } from '../chart-series.ts';

const { charts: texts } = runsListTexts;

type Chart = ApiResponse<'GET /runs-chart'>;
type Percentile = 'p50_ms' | 'p95_ms';

/** A chart of the median and 95th percentile of the time that runs took from accepted to finished. */
export function DurationChart({ chart, onPick }: { chart: Chart; onPick: (slot: number) => void }) {
  const all = chart.latency.find(({ slot }) => slot === null);
  if (!all) return <Text size="sm">{texts.noneEnded}</Text>;
  // The scale's lines are whole seconds, minutes or hours.
  const unit = unitFor(Math.max(...chart.latency.map(({ p95_ms }) => p95_ms)));
  const valuesOf = (percentile: Percentile) =>
    Array.from({ length: chart.slots }, (_, index) => {
      const found = chart.latency.find(({ slot }) => slot === index);
      return found && found[percentile] / unit;
    });
  const [median, p95] = [durationOfMs(all.p50_ms), durationOfMs(all.p95_ms)];
  return (
    <TimeChart
      kind="lines"
      label={texts.durationLabel(texts.both(median, p95))}
      labelOf={slotLabel(chart)}
      titleOf={slotTitle(chart)}
      format={(value) => durationOfMs(value * unit)}
      onPick={onPick}
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
