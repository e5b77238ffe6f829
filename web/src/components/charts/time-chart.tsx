import { Group, Text } from '@mantine/core';
import { sharedTexts } from '../../texts/shared.ts';
import classes from './stacked-bars.module.css';

export interface Series {
  readonly name: string;
  readonly color: string;
  /** One number per time slot. */
  readonly values: readonly number[];
}

const height = 96;
const width = 600;
const gap = 0.25;
/** The minimum height of a bar segment, which keeps small values visible next to large ones. */
const least = 2;

/** A stacked bar chart with one bar per time slot. The label describes it for screen readers. */
export function StackedBars({
  series,
  label,
  labelOf,
}: {
  series: readonly Series[];
  /** What the chart shows, in a sentence. */
  label: string;
  /** The label of a time slot. */
  labelOf: (slot: number) => string;
}) {
  const count = series[0]?.values.length ?? 0;
  const totals = Array.from({ length: count }, (_, slot) =>
    sum(series.map(({ values }) => values[slot] ?? 0)),
  );
  const most = Math.max(0, ...totals);
  const step = width / Math.max(1, count);
  return (
    <figure className={classes.figure}>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {totals.map((total, slot) => (
          <g key={labelOf(slot)}>
            <title>{`${labelOf(slot)}: ${total}`}</title>
            <rect x={slot * step} y={0} width={step} height={height} fill="transparent" />
            {barsOf(series, slot, most).map(({ name, color, y, barHeight }) => (
              <rect
                key={name}
                x={slot * step + (step * gap) / 2}
                y={y}
                width={step * (1 - gap)}
                height={barHeight}
                fill={color}
              />
            ))}
          </g>
        ))}
      </svg>
      <ChartAxis from={labelOf(0)} most={sharedTexts.atMost(most.toLocaleString())} to={labelOf(count - 1)} />
      <Group component="figcaption" gap="md" mt={4}>
        {series.map(({ name, color, values }) => (
          <ChartLegend key={name} color={color} text={`${name}: ${sum(values).toLocaleString()}`} />
        ))}
      </Group>
    </figure>
  );
}

/** A chart's legend entry. `about` explains a statistical term on hover. */
export const ChartLegend = ({ color, text, about }: { color: string; text: string; about?: string }) => (
  <Group gap={6} wrap="nowrap">
    <svg width={10} height={10} aria-hidden>
      <rect width={10} height={10} rx={2} fill={color} />
    </svg>
    <Text size="xs" {...(about !== undefined && { title: about })}>
      {text}
    </Text>
  </Group>
);

/** A chart's axis labels: start, maximum and end. */
export const ChartAxis = ({ from, most, to }: { from: string; most: string; to: string }) => (
  <Group justify="space-between" gap="xs" wrap="nowrap" mt={2}>
    {[from, most, to].map((text) => (
      <Text key={text} size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {text}
      </Text>
    ))}
  </Group>
);

/** Returns the segments of one bar, from the bottom up. */
function barsOf(series: readonly Series[], slot: number, most: number) {
  let bottom = height;
  return series.flatMap(({ name, color, values }) => {
    const value = values[slot] ?? 0;
    if (value === 0) return [];
    const barHeight = Math.min(bottom, Math.max(least, (value / most) * height));
    bottom -= barHeight;
    return [{ name, color, y: bottom, barHeight }];
  });
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
