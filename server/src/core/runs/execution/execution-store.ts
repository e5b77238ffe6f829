import { type Statement, sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { Tables } from '../../../db/tables.gen.ts';
import { uuid7 } from '../../../lib/crypto/uuid7.ts';
import type { RoleId, RunId, UserId, WorkflowId, WorkspaceId } from '../../../lib/ids.ts';
import type { Permissions } from '../../access/index.ts';
import { runEventInsert } from '../../events/index.ts';
import type { Workspace } from '../../workspaces/index.ts';
import type { RunStatus } from '../model/run.ts';
import type { RunJob } from '../model/run-engine.ts';

/** A run with everything needed to execute it: its state, the user it acts as, and its workspace. */
export interface LoadedRun {
  readonly id: RunId;
  readonly status: RunStatus;
  readonly fence: number;
  readonly dueAt: Date | null;
  readonly input: string;
  readonly isAwaited: boolean;
  readonly isAnswered: boolean;
  readonly depth: number;
  /** The `traceparent` of the request that started the run, if the request was traced. */
  readonly trace: string | null;
  readonly startedBy: RunId | null;
  /** The first run of the chain that led to this run; the run itself if no step started it. */
  readonly root: RunId;
  /** The run that waits for this one. */
  readonly calledBy: RunId | null;
  readonly workflow: { readonly id: WorkflowId; readonly version: number; readonly isFailing: boolean };
  /** Undefined if the workflow was deleted. */
  readonly actor: RunActor | undefined;
  readonly workspace: Omit<Workspace, 'id'>;
  readonly zone: string;
  readonly versions: { readonly values: number; readonly fields: number; readonly names: number };
  readonly authority: string;
}

/** The workflow's owner. Runs act as this user. */
export interface RunActor {
  readonly workflowName: string;
  readonly user: { readonly id: UserId; readonly name: string; readonly email: string };
  readonly isActive: boolean;
  readonly role: {
    readonly id: RoleId;
    readonly name: string;
    readonly isAdmin: boolean;
    readonly permissions: Permissions;
  };
}

type RunRow = Pick<
  Tables['runs'],
  | 'id'
  | 'status'
  | 'fence'
  | 'due_at'
  | 'input'
  | 'is_awaited'
  | 'answered_at'
  | 'depth'
  | 'trace'
  | 'started_by'
  | 'root_run'
  | 'called_by'
  | 'workflow_id'
  | 'workflow_version'
> &
  Pick<
    Tables['workspace_settings'],
    'timezone' | 'template_values_version' | 'lead_fields_version' | 'user_names_version'
  > & {
    workspace_name: string;
    base_url: string;
    host: string;
    listener_host: string | null;
    is_suspended: boolean;
    workflow_name: string | null;
    is_failing: boolean;
    user_id: UserId;
    user_name: string;
    email: string;
    active: boolean;
    role_id: RoleId;
    role_name: string;
    is_admin: boolean;
    permissions: Permissions;
    authority: string;
  };

/**
 * A run's authority as one string: the owner, whether they are active, their role and permissions, the
 * secrets' version, and whether the workspace is suspended. If the authority has changed since a segment read
 * it, the segment must not write (spec/runs §1.3).
 */
const authority = sql`
  jsonb_build_array(w.owner_id, u.active, o.id, o.is_admin, o.permissions, s.template_values_version, d.suspended_at)::text
    as authority`;

const withOwner = sql`
  join workspaces d on d.id = r.workspace_id
  join workspace_settings s on s.workspace_id = r.workspace_id
  left join workflows w on w.workspace_id = r.workspace_id and w.id = r.workflow_id
  left join users u on u.workspace_id = w.workspace_id and u.id = w.owner_id
  left join roles o on o.workspace_id = u.workspace_id and o.id = u.role_id`;

export async function selectRun(
  transaction: Transaction,
  { workspace, run }: Pick<RunJob, 'workspace' | 'run'>,
): Promise<LoadedRun | undefined> {
  return (await selectLoadedRuns(transaction, workspace, [run]))[0];
}

/** Returns the runs in no particular order. Missing runs are omitted. */
export async function selectLoadedRuns(
  transaction: Transaction,
  workspace: WorkspaceId,
  runs: readonly RunId[],
): Promise<LoadedRun[]> {
  const rows = await transaction.query<RunRow>(sql`
    select r.id, r.status, r.fence, r.due_at, r.input, r.is_awaited, r.answered_at, r.depth, r.trace, r.started_by, r.root_run, r.called_by, r.workflow_id,
           r.workflow_version,
           s.timezone, s.template_values_version, s.lead_fields_version, s.user_names_version,
           d.name as workspace_name, d.base_url, d.host, d.listener_host, d.suspended_at is not null as is_suspended, w.name as workflow_name,
           w.failing_since is not null as is_failing,
           u.id as user_id, u.name as user_name, u.email, u.active,
           o.id as role_id, o.name as role_name, o.is_admin, o.permissions, ${authority}
    from runs r ${withOwner}
    where r.workspace_id = ${workspace} and r.id = any(${runs}::uuid[])`);
  return rows.map(toRun);
}

const toRun = (row: RunRow): LoadedRun => ({
  id: row.id as RunId,
  status: row.status as RunStatus,
  fence: row.fence,
  dueAt: row.due_at,
  input: row.input,
  isAwaited: row.is_awaited,
  isAnswered: row.answered_at !== null,
  depth: row.depth,
  trace: row.trace,
  startedBy: row.started_by as RunId | null,
  root: (row.root_run ?? row.id) as RunId,
  calledBy: row.called_by as RunId | null,
  workflow: { id: row.workflow_id as WorkflowId, version: row.workflow_version, isFailing: row.is_failing },
  actor:
    row.workflow_name === null
      ? undefined
      : {
          workflowName: row.workflow_name,
          user: { id: row.user_id, name: row.user_name, email: row.email },
          isActive: row.active,
          role: {
            id: row.role_id,
            name: row.role_name,
            isAdmin: row.is_admin,
            permissions: row.permissions,
          },
        },
  workspace: {
    name: row.workspace_name,
    baseUrl: row.base_url,
    host: row.host,
    listenerHost: row.listener_host,
    isSuspended: row.is_suspended,
  },
  zone: row.timezone,
  versions: {
    values: row.template_values_version,
    fields: row.lead_fields_version,
    names: row.user_names_version,
  },
  authority: row.authority,
});

export interface RunChange {
  readonly status: RunStatus;
  /** When the segment started. Ignored if the run already has an earlier start time. */
  readonly startedAt: Date;
  readonly endedAt?: Date | undefined;
  /** When a waiting run resumes, or when a running one becomes overdue. */
  readonly dueAt?: Date | undefined;
  readonly error?: string | undefined;
  /** How many more failures were handled. */
  readonly warnings?: number | undefined;
  /** What the run returned, as JSON without secrets. */
  readonly result?: string | undefined;
  /** Whether to increment the fence, so its previous holder can no longer write. */
  readonly isHandedOver?: boolean | undefined;
}

/**
 * Locks runs that still have the given fence and haven't finished, until the transaction ends. The statement
 * is sent together with the next one.
 * @returns each locked run's authority. A second statement reads it, because that statement's snapshot is
 * taken after the locks are acquired and so is never older than the locks.
 */
export async function lockRuns(
  transaction: Transaction,
  workspace: WorkspaceId,
  jobs: readonly RunJob[],
): Promise<ReadonlyMap<RunId, string>> {
  const runs = jobs.map(({ run }) => run);
  const [locked, rows] = await Promise.all([
    transaction.ahead<{ id: RunId }>(sql`
      select r.id from unnest(${runs}::uuid[], ${jobs.map(({ fence }) => fence)}::integer[]) given (id, fence)
      join runs r on r.workspace_id = ${workspace} and r.id = given.id and r.fence = given.fence
      where r.status in ('queued', 'running', 'waiting')
      order by r.id
      for update of r`),
    transaction.ahead<{ id: RunId; authority: string }>(sql`
      select r.id, ${authority} from runs r ${withOwner}
      where r.workspace_id = ${workspace} and r.id = any(${runs}::uuid[])`),
  ]);
  const held = new Set(locked.map(({ id }) => id));
  return new Map(rows.filter(({ id }) => held.has(id)).map((row) => [row.id, row.authority]));
}

/** A run that has finished, or that sleeps until the given time. */
export interface SettledRun {
  readonly run: RunId;
  readonly until: Date | undefined;
}

/** Writes the events of runs that `update` ends. It also returns `uid`, which becomes the event's ID. */
const withEvents = (update: Statement, uid: Statement): Statement => sql`
  with ended as (
    ${update}
    returning r.workspace_id, r.id, r.workflow_id, r.status, r.started_at, r.ended_at, r.error, ${uid} as uid)
  ${runEventInsert(sql`ended`)}`;

/** Marks runs that were locked by `lockRuns` as succeeded or sleeping, and ends the transaction. */
export async function settleRuns(
  transaction: Transaction,
  workspace: WorkspaceId,
  runs: readonly SettledRun[],
  { startedAt, endedAt }: { startedAt: Date; endedAt: Date },
): Promise<void> {
  const untils = runs.map(({ until }) => until?.toISOString() ?? '');
  const uids = runs.map(() => uuid7(endedAt.getTime()));
  const update = sql`
    update runs r set
      status = case when given.until = '' then 'succeeded' else 'waiting' end,
      fence = r.fence + case when given.until = '' then 0 else 1 end,
      started_at = coalesce(r.started_at, ${startedAt}),
      ended_at = case when given.until = '' then ${endedAt}::timestamptz end,
      due_at = nullif(given.until, '')::timestamptz,
      doubted_at = null, error = null
    from unnest(${runs.map(({ run }) => run)}::uuid[], ${untils}::text[], ${uids}::uuid[]) given (id, until, uid)
    where r.workspace_id = ${workspace} and r.id = given.id`;
  await transaction.last(withEvents(update, sql`given.uid`));
}

/** Updates a run that was locked by `lockRuns`, and ends the transaction. */
export async function updateRun(
  transaction: Transaction,
  { workspace, run, fence }: RunJob,
  { status, startedAt, endedAt, dueAt, error, warnings = 0, result, isHandedOver }: RunChange,
): Promise<void> {
  const update = sql`
    update runs r set
      status = ${status},
      fence = r.fence + ${isHandedOver ? 1 : 0},
      started_at = coalesce(r.started_at, ${startedAt}),
      ended_at = ${endedAt ?? null},
      due_at = ${dueAt ?? null},
      doubted_at = null,
      error = ${error ?? null},
      warnings = r.warnings + ${warnings},
      result = ${result ?? null}
    where r.workspace_id = ${workspace} and r.id = ${run} and r.fence = ${fence}`;
  await transaction.last(endedAt ? withEvents(update, sql`${uuid7(endedAt.getTime())}::uuid`) : update);
}

/** Locks a run in any state until the transaction ends. A worker that executes the run waits. */
export async function lockRun(
  transaction: Transaction,
  { workspace, run }: Pick<RunJob, 'workspace' | 'run'>,
): Promise<void> {
  await transaction.query(sql`select from runs where workspace_id = ${workspace} and id = ${run} for update`);
}

/**
 * Queues a run that waits for something that has now happened, so that it resumes before it is due. A paused run isn't
 * due; it looks for itself once it is resumed.
 */
export async function wakeRun(transaction: Transaction, workspace: WorkspaceId, run: RunId): Promise<void> {
  await transaction.query(sql`
    update runs set status = 'queued', sent_at = null, due_at = null
    where workspace_id = ${workspace} and id = ${run} and status = 'waiting' and due_at is not null`);
}

/** A run that another run waits for. */
export interface CalledRun {
  readonly status: RunStatus;
  readonly error: string | null;
  /** What it returned, as JSON. */
  readonly result: string | null;
  /** Null if its workflow was deleted. */
  readonly workflow: string | null;
}

export const selectCalledRun = (
  transaction: Transaction,
  workspace: WorkspaceId,
  run: RunId,
): Promise<CalledRun | undefined> =>
  transaction.first(sql`
    select r.status, r.error, r.result, w.name as workflow
    from runs r left join workflows w on w.workspace_id = r.workspace_id and w.id = r.workflow_id
    where r.workspace_id = ${workspace} and r.id = ${run}`);

/**
 * Saves a `respond` step's response, unless the run already has one.
 * @returns whether a caller is waiting for it; undefined if there already was a response
 */
export async function updateAnswer(
  transaction: Transaction,
  { workspace, run }: RunJob,
  answer: { readonly sealed: string; readonly status: number },
  now: Date,
): Promise<boolean | undefined> {
  const row = await transaction.first<{ is_awaited: boolean }>(sql`
    update runs set answer = ${answer.sealed}, answer_status = ${answer.status}, answered_at = ${now}
    where workspace_id = ${workspace} and id = ${run} and answered_at is null
    returning is_awaited`);
  return row?.is_awaited;
}

export async function selectRunAnswer(
  transaction: Transaction,
  workspace: WorkspaceId,
  run: RunId,
): Promise<{ answer: string | null; status: RunStatus } | undefined> {
  return transaction.first(sql`
    select answer, status from runs where workspace_id = ${workspace} and id = ${run}`);
}

/** The channel that every `serve` process listens on. It carries only run IDs. */
export const answersChannel = 'hark_answers';

/** Notifies waiting callers when the transaction commits. */
export async function notifyAnswer(transaction: Transaction, run: RunId): Promise<void> {
  await transaction.query(sql`select pg_notify(${answersChannel}, ${run})`);
}
