import { ChartCard, ChartTitle } from '../../components/charts/chart-card.tsx';
import type { Span } from '../../components/charts/span.ts';
import { axisOf } from '../../components/charts/time-axis.ts';
import { TimeChart } from '../../components/charts/time-chart.tsx';
import { statusColor } from '../../components/chips/status-chip.tsx';
import { homeTexts } from '../../texts/home.ts';
import { periodTexts } from '../../texts/periods.ts';
import { requestsTexts } from '../../texts/runs/requests.ts';
import type { Figures } from './figures.tsx';

const texts = homeTexts.requests;

/** Accepted and rejected requests over time. */
export function RequestsPanel({ figures, span }: { figures: Figures; span: Span }) {
  const { slots, slot_seconds } = figures;
  const about = periodTexts.per(slot_seconds);
  return (
    <ChartCard title={texts.title}>
      <TimeChart
        heading={<ChartTitle title={texts.title} about={about} />}
        series={[
          {
            name: requestsTexts.chart.accepted,
            color: statusColor('accepted'),
            values: slots.map(({ accepted }) => accepted),
          },
          {
            name: requestsTexts.chart.refused,
            color: statusColor('rejected'),
            values: slots.map(({ rejected }) => rejected),
          },
        ]}
        label={texts.label(about, periodTexts.spanTitles[span])}
        axis={axisOf(figures, slots.length)}
        none={requestsTexts.chart.none}
      />
    </ChartCard>
  );
}
