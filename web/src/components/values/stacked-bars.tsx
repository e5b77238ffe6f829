import { Group, Text } from '@mantine/core';
import { sharedTexts } from '../../texts/shared.ts';
import classes from './stacked-bars.module.css';

export interface Series {
  readonly name: string;
  readonly color: string;
  /** One number for each stretch of time. */
  readonly values: readonly number[];
}

const height = 96;
const width = 600;
const gap = 0.25;
/** What there is at all is seen, however little it is beside the rest. */
const least = 2;

/** How much there was of each, one bar for each stretch of time. The same in words for who cannot see it. */
export function StackedBars({
  series,
  label,
  labelOf,
}: {
  series: readonly Series[];
  /** What the chart shows, in a sentence. */
  label: string;
  /** What a stretch of time is called. */
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
            {barsOf(series, slot, most).map(({ name, color, y, tall }) => (
              <rect
                key={name}
                x={slot * step + (step * gap) / 2}
                y={y}
                width={step * (1 - gap)}
                height={tall}
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

/** What a colour of a chart stands for; on hover, what a word of statistics means. */
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

/** Where a chart begins and ends, and how high its highest bar is. */
export const ChartAxis = ({ from, most, to }: { from: string; most: string; to: string }) => (
  <Group justify="space-between" gap="xs" wrap="nowrap" mt={2}>
    {[from, most, to].map((text) => (
      <Text key={text} size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {text}
      </Text>
    ))}
  </Group>
);

/** The parts of one bar, from the ground up. */
function barsOf(series: readonly Series[], slot: number, most: number) {
  let ground = height;
  return series.flatMap(({ name, color, values }) => {
    const value = values[slot] ?? 0;
    if (value === 0) return [];
    const tall = Math.min(ground, Math.max(least, (value / most) * height));
    ground -= tall;
    return [{ name, color, y: ground, tall }];
  });
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
