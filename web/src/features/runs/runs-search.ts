import type { RunStatus } from '../../components/values/run-status.tsx';
import { runStatuses } from '../../texts/runs/run-statuses.ts';

/** Which runs are listed; it stands in the address. */
export interface RunsSearch {
  readonly status?: RunStatus;
  readonly workflow?: number;
}

/** What of an address says so; anything else in it is left out. */
export function readRunsSearch({ status, workflow }: Record<string, unknown>): RunsSearch {
  return {
    ...(typeof status === 'string' && Object.hasOwn(runStatuses, status)
      ? { status: status as RunStatus }
      : {}),
    ...(Number.isSafeInteger(workflow) ? { workflow: workflow as number } : {}),
  };
}
