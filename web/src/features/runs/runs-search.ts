import type { RunStatus } from '../../components/chips/status-chip.tsx';
import { runStatuses } from '../../texts/runs/run-statuses.ts';

/** The filters of the run list, which are kept in the URL. */
export interface RunsSearch {
  readonly status?: RunStatus;
  readonly workflow?: number;
}

/** Reads the filters from the URL and ignores anything else in it. */
export function readRunsSearch({ status, workflow }: Record<string, unknown>): RunsSearch {
  return {
    ...(typeof status === 'string' && Object.hasOwn(runStatuses, status)
      ? { status: status as RunStatus }
      : {}),
    ...(Number.isSafeInteger(workflow) ? { workflow: workflow as number } : {}),
  };
}
