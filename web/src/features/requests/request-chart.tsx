import { Skeleton, Text } from '@mantine/core';
import { TimeChart } from '../../components/charts/time-chart.tsx';
import { statusColor } from '../../components/chips/status-chip.tsx';
import { requestsTexts } from '../../texts/runs/requests.ts';
import type { RequestSearch, SetSearch } from './search.ts';
import type { Summary } from './use-requests.ts';

const { chart: texts } = requestsTexts;
const dayMs = 86_400_000;
const minuteMs = 60_000;
const formats = {
  seconds: new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' }),
  minutes: new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }),
  days: new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' }),
  hours: new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', hour: 'numeric' }),
};

/** Accepted and rejected requests over time. A click on a bar narrows the list to its time. */
export function RequestChart({
  summary,
  kind,
  search,
  onSearch,
}: {
  summary: Summary | undefined;
  kind: RequestSearch['kind'];
  search: RequestSearch;
  onSearch: SetSearch;
}) {
  if (!summary) return <Skeleton height={132} />;
  const { slots, slot_ms, accepted, refused, is_cut } = summary;
  const format = formatOf(slot_ms, slots.length);
  const series = [
    { kind: 'accepted', name: texts.accepted, color: statusColor('accepted') },
    { kind: 'refused', name: texts.refused, color: statusColor('rejected') },
  ] as const;
  const pick = (slot: number) => {
    const from = Date.parse(slots[slot]?.at ?? '');
    const { open: _, ...rest } = search;
    if (from) onSearch({ ...rest, from, to: from + slot_ms });
  };
  return (
    <div>
      <TimeChart
        series={series
          .filter((one) => kind === undefined || one.kind === kind)
          .map(({ kind: of, name, color }) => ({ name, color, values: slots.map((slot) => slot[of]) }))}
        label={texts.label(accepted, refused)}
        labelOf={(slot) => format.format(new Date(slots[slot]?.at ?? 0))}
        onPick={pick}
      />
      {is_cut && (
        <Text size="xs" c="dimmed">
          {texts.cut}
        </Text>
      )}
    </div>
  );
}

function formatOf(slotMs: number, count: number): Intl.DateTimeFormat {
  if (slotMs < minuteMs) return formats.seconds;
  if (slotMs >= dayMs) return formats.days;
  return slotMs * count > dayMs + slotMs ? formats.hours : formats.minutes;
}
