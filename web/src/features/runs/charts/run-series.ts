import type { ApiResponse } from '../../../api/call.ts';
import { type RunStatus, statusColor } from '../../../components/chips/status-chip.tsx';
import { runsTexts } from '../../../texts/runs/runs.ts';

type Chart = Pick<ApiResponse<'GET /runs-chart'>, 'slots' | 'counts'>;

/** The statuses from the bottom of a bar to its top: the usual one first, as in the chart of requests. */
const stacked: readonly (RunStatus | 'retried')[] = [
  'succeeded',
  'failed',
  'retried',
  'cancelled',
  'waiting',
  'running',
  'queued',
];

/** Returns one series for each status that occurs. */
export const seriesOf = ({ slots, counts }: Chart) =>
  stacked
    .map((status) => {
      const values = Array<number>(slots).fill(0);
      for (const { slot, count } of counts.filter((one) => one.status === status)) values[slot] = count;
      const name = status === 'retried' ? runsTexts.retried : runsTexts.statuses[status];
      return { name, color: statusColor(status), values };
    })
    .filter(({ values }) => values.some((value) => value > 0));
