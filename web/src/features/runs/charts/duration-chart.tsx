import type { ApiResponse } from '../../../api/call.ts';
import { ChartTitle } from '../../../components/charts/chart-card.tsx';
import { reachOf } from '../../../components/charts/scale.ts';
import type { TimeAxis } from '../../../components/charts/time-axis.ts';
import { TimeChart } from '../../../components/charts/time-chart.tsx';
import { durationOfMs, unitFor } from '../../../components/values/duration.ts';
import { runsListTexts } from '../../../texts/runs/runs-list.ts';

const { charts: texts } = runsListTexts;

type Chart = ApiResponse<'GET /runs-chart'>;
type Percentile = 'p50_ms' | 'p95_ms';

/** A chart of the median and 95th percentile of the time that runs took from accepted to finished. */
export function DurationChart({
  chart,
  axis,
  about,
  onPick,
}: {
  chart: Chart;
  axis: TimeAxis;
  /** Shown next to the title, as in the other chart. */
  about: string;
  onPick: (slot: number) => void;
}) {
  const all = chart.latency.find(({ slot }) => slot === null);
  // The scale's lines are whole seconds, minutes or hours.
  const unit = unitFor(reachOf(chart.latency.flatMap(({ slot, p95_ms }) => (slot === null ? [] : p95_ms))));
  const valuesOf = (percentile: Percentile) =>
    Array.from({ length: chart.slots }, (_, index) => {
      const found = chart.latency.find(({ slot }) => slot === index);
      return found && found[percentile] / unit;
    });
  const [median, p95] = all ? [durationOfMs(all.p50_ms), durationOfMs(all.p95_ms)] : ['–', '–'];
  return (
    <TimeChart
      kind="nested"
      heading={<ChartTitle title={texts.duration} about={about} />}
      label={texts.durationLabel(all ? texts.both(median, p95) : texts.noneEnded)}
      axis={axis}
      none={texts.noneEnded}
      format={(value) => durationOfMs(value * unit)}
      onPick={onPick}
      series={[
        {
          name: texts.median,
          color: 'var(--accent-8)',
          values: valuesOf('p50_ms'),
          summary: median,
          about: texts.medianAbout,
        },
        {
          name: texts.p95,
          color: 'var(--accent-5)',
          values: valuesOf('p95_ms'),
          summary: p95,
          about: texts.p95About,
        },
      ]}
    />
  );
}
