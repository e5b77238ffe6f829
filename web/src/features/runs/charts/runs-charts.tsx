import { Grid, Skeleton } from '@mantine/core';
import type { ApiResponse } from '../../../api/call.ts';
import { ChartCard, ChartTitle } from '../../../components/charts/chart-card.tsx';
import { axisOf, slotStart } from '../../../components/charts/time-axis.ts';
import { TimeChart } from '../../../components/charts/time-chart.tsx';
import { Loaded } from '../../../components/page/loaded.tsx';
import { periodTexts } from '../../../texts/periods.ts';
import { runsTexts } from '../../../texts/runs/runs.ts';
import { runsListTexts } from '../../../texts/runs/runs-list.ts';
import classes from '../list/run-list.module.css';
import type { RunsSearch } from '../runs-search.ts';
import { DurationChart } from './duration-chart.tsx';
import { seriesOf } from './run-series.ts';
import { useRunsChart } from './use-runs-chart.ts';

const { charts: texts } = runsListTexts;

/** Charts of the selected runs: their number by status, and their duration. A click narrows the time range to a slot. */
export const RunsCharts = ({ search, onPick }: { search: RunsSearch; onPick: Pick }) => (
  <Loaded result={useRunsChart(search)} placeholder={<LoadingCharts />}>
    {(data) => <Charts data={data} onPick={onPick} />}
  </Loaded>
);

const LoadingCharts = () => (
  <Grid gap="sm" className={classes.charts ?? ''} aria-hidden>
    {[texts.counts, texts.duration].map((chart) => (
      <Grid.Col key={chart} span={{ base: 12, md: 6 }}>
        <Skeleton className={classes.loadingChart ?? ''} radius="lg" />
      </Grid.Col>
    ))}
  </Grid>
);

type Pick = (from: string, to: string) => void;

function Charts({ data, onPick }: { data: ApiResponse<'GET /runs-chart'>; onPick: Pick }) {
  const axis = axisOf(data, data.slots);
  const pick = (slot: number) => {
    const [from, to] = [slotStart(axis, slot), slotStart(axis, slot + 1)];
    onPick(new Date(from).toISOString(), new Date(to).toISOString());
  };
  const slot = periodTexts.per(data.slot_seconds);
  const about = data.is_cut ? `${slot} · ${runsTexts.charts.cut}` : slot;
  return (
    <Grid gap="sm" className={classes.charts ?? ''}>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <ChartCard title={texts.counts}>
          <TimeChart
            heading={<ChartTitle title={texts.counts} about={about} />}
            // The status filter above names the colors and counts the runs.
            isLegendHidden
            series={seriesOf(data)}
            label={texts.countsLabel(slot)}
            axis={axis}
            none={texts.none}
            onPick={pick}
          />
        </ChartCard>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <ChartCard title={texts.duration}>
          <DurationChart chart={data} axis={axis} about={about} onPick={pick} />
        </ChartCard>
      </Grid.Col>
    </Grid>
  );
}
