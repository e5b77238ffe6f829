import { Group, Text } from '@mantine/core';
import type { ApiResponse } from '../../api/call.ts';
import { durationOfMs } from '../../components/values/duration.ts';
import bars from '../../components/values/stacked-bars.module.css';
import { ChartAxis, ChartLegend } from '../../components/values/stacked-bars.tsx';
import { runsTexts } from '../../texts/runs/runs.ts';
import { sharedTexts } from '../../texts/shared.ts';
import { slotLabel } from './chart-series.ts';

const { charts: texts } = runsTexts;
const [width, height] = [600, 96];
const colors = {
  p95: 'light-dark(var(--mantine-color-blue-3), var(--mantine-color-blue-2))',
  p50: 'light-dark(var(--mantine-color-blue-7), var(--mantine-color-blue-4))',
} as const;

type Chart = ApiResponse<'GET /runs-chart'>;

/** Returns a bar's height on a logarithmic scale, because a single slow minute would otherwise flatten all other bars. */
const barHeight = (ms: number, longest: number) =>
  Math.max(2, (Math.log10(1 + ms) / Math.log10(1 + longest)) * height);

/** A chart of the median and 95th percentile of the time that runs took from accepted to finished. */
export function LatencyChart({ chart }: { chart: Chart }) {
  const all = chart.latency.find(({ slot }) => slot === null);
  if (!all) return <Text size="sm">{texts.noneEnded}</Text>;
  const minutes = chart.latency.filter(({ slot }) => slot !== null);
  const longest = Math.max(1, ...minutes.map(({ p95_ms }) => p95_ms));
  const step = width / chart.slots;
  const nameOf = slotLabel(chart);
  const summary = texts.both(durationOfMs(all.p50_ms), durationOfMs(all.p95_ms));
  return (
    <figure className={bars.figure}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={texts.latencyLabel(summary)}
      >
        {minutes.map(({ slot, p50_ms, p95_ms }) => (
          <g key={slot}>
            <title>{`${nameOf(slot ?? 0)}: ${texts.both(durationOfMs(p50_ms), durationOfMs(p95_ms))}`}</title>
            {(
              [
                ['p95', p95_ms],
                ['p50', p50_ms],
              ] as const
            ).map(([name, ms]) => (
              <rect
                key={name}
                x={(slot ?? 0) * step + step / 8}
                y={height - barHeight(ms, longest)}
                width={step * 0.75}
                height={barHeight(ms, longest)}
                fill={colors[name]}
              />
            ))}
          </g>
        ))}
      </svg>
      <ChartAxis
        from={nameOf(0)}
        most={sharedTexts.atMost(durationOfMs(longest))}
        to={nameOf(chart.slots - 1)}
      />
      <Group component="figcaption" gap="md" mt={4}>
        <ChartLegend
          color={colors.p50}
          text={texts.median(durationOfMs(all.p50_ms))}
          about={texts.medianAbout}
        />
        <ChartLegend color={colors.p95} text={texts.p95(durationOfMs(all.p95_ms))} about={texts.p95About} />
      </Group>
    </figure>
  );
}
