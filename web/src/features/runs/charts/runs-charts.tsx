import { Grid, Skeleton, Text } from '@mantine/core';
import { TimeChart } from '../../../components/charts/time-chart.tsx';
import { runsTexts } from '../../../texts/runs/runs.ts';
import { runsListTexts } from '../../../texts/runs/runs-list.ts';
import { seriesOf, slotLabel, slotStart, slotTitle } from '../chart-series.ts';
import type { RunsSearch } from '../runs-search.ts';
import { ChartCard } from './chart-card.tsx';
import { DurationChart } from './duration-chart.tsx';
import { useRunsChart } from './use-runs-chart.ts';

const { charts: texts } = runsListTexts;

/** Charts of the selected runs: their number by status, and their duration. A click narrows the time range to a slot. */
export function RunsCharts({
  search,
  onPick,
}: {
  search: RunsSearch;
  onPick: (from: string, to: string) => void;
}) {
  const { data } = useRunsChart(search);
  if (!data) return <Skeleton height={200} />;
  const series = seriesOf(data);
  const pick = (slot: number) => onPick(slotStart(data, slot), slotStart(data, slot + 1));
  const slot = texts.per(data.slot_seconds);
  return (
    <Grid gap="sm">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <ChartCard title={texts.counts} about={data.is_cut ? `${slot} · ${runsTexts.charts.cut}` : slot}>
          {series.length === 0 ? (
            <Text size="sm">{texts.none}</Text>
          ) : (
            <TimeChart
              series={series}
              label={texts.countsLabel(slot)}
              labelOf={slotLabel(data)}
              titleOf={slotTitle(data)}
              onPick={pick}
            />
          )}
        </ChartCard>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <ChartCard title={texts.duration} about={texts.durationAbout}>
          <DurationChart chart={data} onPick={pick} />
        </ChartCard>
      </Grid.Col>
    </Grid>
  );
}
