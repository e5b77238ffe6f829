import { Skeleton, Text } from '@mantine/core';
import { axisOf, slotStart } from '../../components/charts/time-axis.ts';
import { TimeChart } from '../../components/charts/time-chart.tsx';
import { statusColor } from '../../components/chips/status-chip.tsx';
import { Loaded } from '../../components/page/loaded.tsx';
import { periodTexts } from '../../texts/periods.ts';
import { requestsTexts } from '../../texts/runs/requests.ts';
import classes from './requests.module.css';
import type { RequestSearch, SetSearch } from './search.ts';
import type { Summary, useRequests } from './use-requests.ts';

const { chart: texts } = requestsTexts;
/** Rejected requests are deleted after this time. */
const keptMs = 7 * 86_400_000;

interface ChartProps {
  readonly kind: RequestSearch['kind'];
  readonly search: RequestSearch;
  readonly onSearch: SetSearch;
}

/** Accepted and rejected requests over time. A click on a bar narrows the list to its time. */
export const RequestChart = ({
  summary,
  ...props
}: ChartProps & Pick<ReturnType<typeof useRequests>, 'summary'>) => (
  <Loaded result={summary} placeholder={<Skeleton height={98} />}>
    {(found) => <Chart summary={found} {...props} />}
  </Loaded>
);

function Chart({ summary, kind, search, onSearch }: ChartProps & { summary: Summary }) {
  const { slots, accepted, refused, is_cut } = summary;
  const axis = axisOf(summary, slots.length);
  const series = [
    { kind: 'accepted', name: texts.accepted, color: statusColor('accepted') },
    { kind: 'refused', name: texts.refused, color: statusColor('rejected') },
  ] as const;
  const pick = (slot: number) => {
    const { open: _, ...rest } = search;
    onSearch({ ...rest, from: slotStart(axis, slot), to: slotStart(axis, slot + 1) });
  };
  return (
    <div className={classes.chart}>
      <TimeChart
        heading={<Note>{texts.title(periodTexts.per(summary.slot_seconds))}</Note>}
        // The filter above names the colors and counts the requests.
        isLegendHidden
        series={series
          .filter((one) => kind === undefined || one.kind === kind)
          .map(({ kind: of, name, color }) => ({ name, color, values: slots.map((slot) => slot[of]) }))}
        label={texts.label(accepted, refused)}
        axis={axis}
        none={texts.none}
        onPick={pick}
      />
      {is_cut && <Note>{texts.cut}</Note>}
      {Date.now() - axis.since > keptMs && kind !== 'accepted' && <Note>{texts.kept}</Note>}
    </div>
  );
}

const Note = ({ children }: { children: string }) => (
  <Text size="xs" c="dimmed">
    {children}
  </Text>
);
