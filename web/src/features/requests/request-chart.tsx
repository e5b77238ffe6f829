import { Group, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ApiResponse } from '../../api/call.ts';
import { query } from '../../api/queries.ts';
import { TimeChart } from '../../components/charts/time-chart.tsx';
import { statusColor } from '../../components/chips/status-chip.tsx';
import { Panel } from '../../components/page/panel.tsx';
import { requestsTexts } from '../../texts/runs/requests.ts';
import { refreshMs } from './refresh.ts';
import classes from './request-chart.module.css';
import { requestsPlace } from './search.ts';

const { chart: texts, reasons: names } = requestsTexts;
type Summary = ApiResponse<'GET /requests/summary'>;
const acceptedColor = statusColor('accepted');
const refusedColor = statusColor('rejected');
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

/** A chart of accepted and rejected requests per minute, with the rejection reasons. */
export function RequestChart({ isLive }: { isLive: boolean }) {
  const { workflow } = requestsPlace.useSearch();
  const { data } = useSuspenseQuery({
    ...query('GET /requests/summary', { query: workflow === undefined ? {} : { workflow } }),
    refetchInterval: isLive ? refreshMs : false,
  });
  const { minutes, accepted, refused } = data;
  if (accepted + refused === 0)
    return (
      <Panel title={texts.title}>
        <Text size="sm">{texts.none}</Text>
      </Panel>
    );
  return (
    <Panel title={texts.title}>
      <Group gap="xl" align="stretch">
        <Stack gap={4} className={classes.chart}>
          <TimeChart
            series={[
              {
                name: texts.accepted,
                color: acceptedColor,
                values: minutes.map((minute) => minute.accepted),
              },
              { name: texts.refused, color: refusedColor, values: minutes.map((minute) => minute.refused) },
            ]}
            label={texts.label(accepted, refused)}
            labelOf={(slot) => clock.format(new Date(minutes[slot]?.at ?? 0))}
          />
          {data.is_cut && (
            <Text size="xs" c="dimmed">
              {texts.cut}
            </Text>
          )}
        </Stack>
        <Reasons reasons={data.reasons} />
      </Group>
    </Panel>
  );
}

function Reasons({ reasons }: Pick<Summary, 'reasons'>) {
  const most = Math.max(1, ...reasons.map(({ count }) => count));
  return (
    <Stack gap={6} className={classes.reasons}>
      <Text size="sm" fw={500}>
        {texts.reasons}
      </Text>
      {reasons.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.noReasons}
        </Text>
      )}
      {reasons.slice(0, 6).map(({ reason, count }) => (
        <div key={reason}>
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Text size="sm">{names[reason] ?? reason}</Text>
            <Text size="sm">{count.toLocaleString()}</Text>
          </Group>
          <svg className={classes.share} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
            <rect width={(count / most) * 100} height="4" fill={refusedColor} />
          </svg>
        </div>
      ))}
    </Stack>
  );
}
