import type { ApiInput } from '../../api/call.ts';
import { defaultSpan, isSpan, type Period, readTimes } from '../../components/charts/span.ts';
import type { RunStatus } from '../../components/chips/status-chip.tsx';
import { lastSearch, rememberSearch } from '../../components/navigation/last-search.ts';
import { runStatuses } from '../../texts/runs/run-statuses.ts';

/** The filters of the run list, which are kept in the URL. Without a time range, it lists the last day. */
export interface RunsSearch extends Period {
  /** A run's ID, a lead, or a value in the trigger data. */
  readonly search?: string;
  /** One or more statuses, separated by commas. */
  readonly status?: string;
  readonly workflow?: number;
  readonly version?: number;
}

/** Reads the filters from the URL and ignores anything else in it. */
export function readRunsSearch(given: Record<string, unknown>): RunsSearch {
  const { search, workflow, version, span } = given;
  const statuses = statusesIn(given);
  const text = typeof search === 'number' ? String(search) : search;
  return {
    ...(typeof text === 'string' && text !== '' && { search: text }),
    ...(statuses.length > 0 && { status: statuses.join(',') }),
    ...(Number.isSafeInteger(workflow) && { workflow: workflow as number }),
    ...(Number.isSafeInteger(version) && { version: version as number }),
    ...(isSpan(span) && span !== defaultSpan && { span }),
    ...readTimes(given),
  };
}

/** A status to filter by. `retried` is a failed run that another run has replaced. */
export type FilteredStatus = RunStatus | 'retried';

export const statusesIn = ({ status }: { readonly status?: unknown }): FilteredStatus[] =>
  typeof status === 'string'
    ? status
        .split(',')
        .filter((one): one is FilteredStatus => one === 'retried' || Object.hasOwn(runStatuses, one))
    : [];

/** Returns the filters as the server expects them. */
export const queryOf = ({
  from,
  to,
  span = defaultSpan,
  ...rest
}: RunsSearch): ApiInput<'GET /runs'>['query'] => ({
  ...rest,
  ...(from !== undefined && to !== undefined ? { from, to } : { span }),
});

const listKey = '/runs/$id';

/** Remembers the list that runs are opened from: all runs, or those of one workflow. */
export const rememberList = (search: RunsSearch) => rememberSearch(listKey, search);
export const lastList = (): RunsSearch => readRunsSearch({ ...lastSearch(listKey) });
