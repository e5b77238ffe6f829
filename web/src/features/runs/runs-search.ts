import type { RunStatus } from '../../components/run-status.tsx';
import { runsTexts } from '../../texts/runs.ts';

/** Which runs are listed; it stands in the address. */
export interface RunsSearch {
  readonly status?: RunStatus;
  readonly workflow?: number;
}

/** What of an address says so; anything else in it is left out. */
export function readRunsSearch({ status, workflow }: Record<string, unknown>): RunsSearch {
  return {
    ...(typeof status === 'string' && Object.hasOwn(runsTexts.statuses, status)
      ? { status: status as RunStatus }
      : {}),
    ...(Number.isSafeInteger(workflow) ? { workflow: workflow as number } : {}),
  };
}
