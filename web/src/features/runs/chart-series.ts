import type { ApiResponse } from '../../api/call.ts';
import { type RunStatus, statusColor } from '../../components/chips/status-chip.tsx';
import { runsTexts } from '../../texts/runs/runs.ts';

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

type Chart = ApiResponse<'GET /runs-chart'>;

/** Returns one series for each status that occurs. */
export const seriesOf = ({ slots, counts }: Chart) =>
  (Object.keys(runsTexts.statuses) as RunStatus[])
    .map((status) => {
      const values = Array<number>(slots).fill(0);
      for (const { slot, count } of counts.filter((one) => one.status === status)) values[slot] = count;
      return { name: runsTexts.statuses[status], color: statusColor(status), values };
    })
    .filter(({ values }) => values.some((value) => value > 0));

export const slotLabel =
  ({ since, slot_seconds }: Chart) =>
  (slot: number): string =>
    time.format(Date.parse(since) + slot * slot_seconds * 1_000);
