import { Text } from '@mantine/core';
import { TimeChart } from '../../components/charts/time-chart.tsx';
import { statusColor } from '../../components/chips/status-chip.tsx';
import { Panel } from '../../components/page/panel.tsx';
import { homeTexts } from '../../texts/home.ts';
import { requestsTexts } from '../../texts/runs/requests.ts';
import type { Figures } from './figures.tsx';

const texts = homeTexts.requests;
const hourMs = 3_600_000;
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

/** Accepted and rejected requests of the last 24 hours, by the hour. */
export function RequestsPanel({ hours, readAt }: { hours: Figures['hours']; readAt: number }) {
  const startOf = (slot: number) => clock.format(readAt - (hours.length - slot) * hourMs);
  const hasAny = hours.some(({ accepted, rejected }) => accepted + rejected > 0);
  return (
    <Panel title={texts.title} about={texts.about}>
      {hasAny ? (
        <TimeChart
          series={[
            {
              name: requestsTexts.chart.accepted,
              color: statusColor('accepted'),
              values: hours.map(({ accepted }) => accepted),
            },
            {
              name: requestsTexts.chart.refused,
              color: statusColor('rejected'),
              values: hours.map(({ rejected }) => rejected),
            },
          ]}
          label={texts.label}
          labelOf={startOf}
        />
      ) : (
        <Text size="sm">{texts.none}</Text>
      )}
    </Panel>
  );
}
