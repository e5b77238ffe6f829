import { Stack, Text } from '@mantine/core';
import type { ApiResponse } from '../../api/call.ts';
import { ChartTitle } from '../../components/charts/chart-card.tsx';
import { TimeChart } from '../../components/charts/time-chart.tsx';
import { periodTexts } from '../../texts/periods.ts';
import { workspaceTexts } from '../../texts/workspace.ts';

const texts = workspaceTexts.use;
const minuteMs = 60_000;
const about = periodTexts.per(60);

/** The fields that the API's and the webhooks' rate limits have in common. */
export type CeilingUse = Pick<
  ApiResponse<'GET /workspace/use'>['listeners'],
  'burst' | 'remaining' | 'least' | 'minutes'
>;

/** A chart of requests per minute, both served and over the limit. */
export function MinutesChart({ title, minutes }: { title: string; minutes: CeilingUse['minutes'] }) {
  const isQuiet = minutes.every(({ served, refused }) => served + refused === 0);
  const heading = <ChartTitle title={title} about={about} />;
  return (
    <Stack gap={4}>
      {isQuiet ? (
        <>
          {heading}
          <Text size="sm">{texts.quiet}</Text>
        </>
      ) : (
        <TimeChart
          heading={heading}
          label={`${title}, ${about}`}
          axis={{
            since: Date.parse(minutes[0]?.at ?? ''),
            slotMs: minuteMs,
            slots: minutes.length,
            isCurrent: true,
          }}
          series={[
            {
              name: texts.served,
              color: 'var(--mantine-primary-color-filled)',
              values: minutes.map(({ served }) => served),
            },
            {
              name: texts.refused,
              color: 'var(--failed-solid)',
              values: minutes.map(({ refused }) => refused),
            },
          ]}
        />
      )}
    </Stack>
  );
}
