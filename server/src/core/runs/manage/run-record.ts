import type { ListedRun } from '../list/run-list-store.ts';

/** The fields of a run in the REST API (spec/rest-api §13.1). */
export const runFields = [
  'id',
  'status',
  'workflow',
  'version',
  'accepted_at',
  'started_at',
  'ended_at',
  'resumes_at',
  'error',
  'warnings',
  'retry_of',
  'retried_as',
  'started_by',
  'called_by',
] as const;

/** The fields of a single run. */
export const runDetailFields = [...runFields, 'input', 'result'] as const;

export type RunRecord = Record<(typeof runFields)[number], unknown>;

export const showRun = (run: ListedRun): RunRecord => ({
  id: run.id,
  status: run.status,
  workflow: run.workflow.name === null ? null : { id: run.workflow.id, name: run.workflow.name },
  version: run.workflow.version,
  accepted_at: run.acceptedAt.toISOString(),
  started_at: run.startedAt?.toISOString() ?? null,
  ended_at: run.endedAt?.toISOString() ?? null,
  // A running run also has a due time: when its worker must have reported.
  resumes_at: run.status === 'waiting' ? (run.dueAt?.toISOString() ?? null) : null,
  error: run.error,
  warnings: run.warnings,
  retry_of: run.retryOf,
  retried_as: run.retriedAs,
  started_by: run.startedBy,
  called_by: run.calledBy,
});

/** The fields of a run's step. `position` orders the steps by their start. */
export const stepFields = [
  'position',
  'path',
  'name',
  'type',
  'status',
  'started_at',
  'ended_at',
  'input',
  'output',
  'error',
  'handled',
  'approval_id',
  'called_run',
  'attempts',
] as const;

export type StepRecord = Record<(typeof stepFields)[number], unknown>;
