import type { ApiResponse } from '../../api/call.ts';
import { type RunStatus, statusColor } from '../../components/chips/status-chip.tsx';
import { runsTexts } from '../../texts/runs/runs.ts';

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const date = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' });
const dateAndTime = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const seconds = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const twoDays = 2 * 86_400;

type Chart = Pick<ApiResponse<'GET /runs-chart'>, 'since' | 'slot_seconds' | 'slots' | 'counts'>;

/** The statuses from the bottom of a bar to its top: what is usual, then what needs attention. */
const stacked: readonly RunStatus[] = ['succeeded', 'cancelled', 'failed', 'waiting', 'running', 'queued'];

/** Returns one series for each status that occurs. */
export const seriesOf = ({ slots, counts }: Chart) =>
  stacked
    .map((status) => {
      const values = Array<number>(slots).fill(0);
      for (const { slot, count } of counts.filter((one) => one.status === status)) values[slot] = count;
      return { name: runsTexts.statuses[status], color: statusColor(status), values };
    })
    .filter(({ values }) => values.some((value) => value > 0));

export const slotStart = ({ since, slot_seconds }: Chart, slot: number): string =>
  new Date(Date.parse(since) + slot * slot_seconds * 1_000).toISOString();

/** The label of a slot on the axis: a time, or a date if the chart covers several days. */
export const slotLabel =
  (chart: Chart) =>
  (slot: number): string =>
    (chart.slots * chart.slot_seconds > twoDays ? date : time).format(Date.parse(slotStart(chart, slot)));

/** The start and the end of a slot. */
export const slotTitle =
  (chart: Chart) =>
  (slot: number): string => {
    const format = chart.slot_seconds < 60 ? seconds : dateAndTime;
    return format.formatRange(Date.parse(slotStart(chart, slot)), Date.parse(slotStart(chart, slot + 1)));
  };
