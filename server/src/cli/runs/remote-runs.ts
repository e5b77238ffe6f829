import type { listRuns, RetryParams, RetryVersion, readRun } from '../../core/runs/index.ts';
import { invalid } from '../../lib/errors.ts';
import type { RunId } from '../../lib/ids.ts';
import type { Remote } from '../shared/remote.ts';
import { readPages } from '../shared/remote-pages.ts';

type ShownRun = Awaited<ReturnType<typeof readRun>>;
type ShownStep = ShownRun['steps'][number];
type ListedRuns = Awaited<ReturnType<typeof listRuns>>;

/** A run as the REST API returns it (spec/rest-api §13.1). */
interface RunRecord {
  readonly id: RunId;
  readonly status: ShownRun['status'];
  readonly workflow: { readonly name: string } | null;
  readonly version: number;
  readonly accepted_at: string;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly error: string | null;
  readonly warnings: number;
  readonly retry_of: RunId | null;
  readonly retried_as: RunId | null;
  readonly started_by: RunId | null;
  readonly called_by: RunId | null;
  readonly input: unknown;
  readonly result: unknown;
}

type StepRecord = Pick<ShownStep, 'path' | 'position' | 'name' | 'type' | 'status' | 'input' | 'output'> &
  Pick<ShownStep, 'error' | 'handled' | 'attempts'> & {
    readonly started_at: string;
    readonly ended_at: string | null;
    readonly called_run: ShownStep['calledRun'];
    readonly approval_id: ShownStep['approval'];
  };

/** Returns the ID of a workflow. Throws as `requireWorkflow` does if it doesn't exist. */
export async function findRemoteWorkflow(remote: Remote, name: string): Promise<number> {
  const path = `/workflows?fields=id&name=${encodeURIComponent(name)}`;
  const { workflows } = (await remote.call('GET', path)) as { workflows: { id: number }[] };
  const [found] = workflows;
  if (!found) throw invalid('unknown_workflow', `There is no workflow "${name}" in this workspace.`);
  return found.id;
}

/** Like `listRuns`, over REST (spec/rest-api §13.4). */
export async function listRemotely(
  remote: Remote,
  workflow: string | undefined,
  most: number,
): Promise<ListedRuns> {
  const path =
    workflow === undefined ? '/runs?' : `/runs?workflow=${await findRemoteWorkflow(remote, workflow)}`;
  const { total, records } = await readPages<RunRecord>(remote, path, 'runs', most);
  return { total, runs: records.map(summaryOf) };
}

/** Like `readRun`, over REST: both commands print the same document (spec/rest-api §13.4). */
export async function showRemotely(remote: Remote, id: RunId): Promise<ShownRun> {
  const { run } = (await remote.call('GET', `/runs/${id}`)) as { run: RunRecord };
  const { records } = await readPages<StepRecord>(remote, `/runs/${id}/steps?`, 'steps', Infinity);
  return {
    ...summaryOf(run),
    version: run.version,
    input: run.input,
    retryOf: run.retry_of,
    retriedAs: run.retried_as,
    startedBy: run.started_by,
    calledBy: run.called_by,
    result: run.result,
    steps: records.map(stepOf),
  };
}

const summaryOf = (run: RunRecord): ListedRuns['runs'][number] => ({
  id: run.id,
  workflow: run.workflow?.name ?? null,
  status: run.status,
  acceptedAt: new Date(run.accepted_at),
  startedAt: timeOf(run.started_at),
  endedAt: timeOf(run.ended_at),
  error: run.error,
  warnings: run.warnings,
});

const stepOf = ({ started_at, ended_at, called_run, approval_id, ...step }: StepRecord): ShownStep => ({
  ...step,
  startedAt: new Date(started_at),
  endedAt: timeOf(ended_at),
  calledRun: called_run,
  approval: approval_id,
});

const timeOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** Like `retryRun`, over REST. */
export async function retryRemotely(
  remote: Remote,
  id: RunId,
  { from, repeatCalls }: RetryParams,
): Promise<{ run: RunId; version: RetryVersion }> {
  const body = { from: from === 'start' ? from : 'failed_step', repeat_calls: repeatCalls };
  const { run, version } = (await remote.call('POST', `/runs/${id}/retry`, body)) as {
    run: RunRecord;
    version: RetryVersion;
  };
  return { run: run.id, version };
}

/** Like `cancelRun`, over REST. */
export async function cancelRemotely(remote: Remote, id: RunId): Promise<{ wasCancelled: boolean }> {
  const { run } = (await remote.call('GET', `/runs/${id}`)) as { run: RunRecord };
  await remote.call('POST', `/runs/${id}/cancel`);
  return { wasCancelled: run.status !== 'cancelled' };
}
