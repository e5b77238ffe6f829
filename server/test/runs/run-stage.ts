import { createHash } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import type { Context } from '../../src/core/context/index.ts';
import { saveRole } from '../../src/core/roles/index.ts';
import {
  AcceptQueue,
  findStoredIn,
  type NewRun,
  type RunJob,
  selectLoadedRuns,
} from '../../src/core/runs/index.ts';
import { saveUser } from '../../src/core/users/index.ts';
import { saveWorkflow } from '../../src/core/workflows/index.ts';
import type { Workspace } from '../../src/core/workspaces/index.ts';
import { type DispatchDatabase, openDispatch } from '../../src/db/dispatch-database.ts';
import { type IngestDatabase, openIngest } from '../../src/db/ingest-database.ts';
import type { Outside } from '../../src/engine/interpreter/calls/outside-call.ts';
import { RunExecutor } from '../../src/engine/interpreter/execute-runs.ts';
import { uuid7 } from '../../src/lib/crypto/uuid7.ts';
import type { ListenerId, RunId } from '../../src/lib/ids.ts';
import { buildUser, buildWorkspace, changing } from '../harness/builders.ts';
import { closedOutside } from '../harness/closed-outside.ts';
import { silent } from '../harness/scratch-database.ts';
import type { TestDatabase } from '../harness/test-database.ts';

/** A workspace with an administrator who owns a workflow. */
export interface Stage {
  readonly context: Context;
  readonly workspace: Workspace;
  readonly owner: { readonly id: number; readonly email: string; readonly name: string };
  readonly listener: ListenerId;
  /** The path of the listener's URL. */
  readonly path: string;
  readonly workflow: number;
}

export interface StepShown {
  readonly path: string;
  readonly status: string;
  readonly input: string | null;
  readonly output: string | null;
  readonly error: string | null;
}

/** The job that continues a run, and when it is due. */
export type Continuation = readonly [job: RunJob, at: Date];

let made = 0;
export const workflowName = 'Under test';

/** Opens the databases that accept and dispatch runs, for a test file. */
export function useRunDoors(database: { readonly current: TestDatabase }) {
  let ingest: IngestDatabase;
  let dispatch: DispatchDatabase;
  beforeAll(() => {
    ingest = openIngest(database.current.addresses, silent);
    dispatch = openDispatch(database.current.addresses, silent);
  });
  afterAll(() => Promise.all([ingest.close(), dispatch.close()]));
  return {
    ingest: () => ingest,
    dispatch: () => dispatch,
    queue: (limits?: ConstructorParameters<typeof AcceptQueue>[3]) =>
      new AcceptQueue(ingest, findStoredIn(dispatch), database.current.context.clock, limits),
  };
}

/** Creates a workspace with a workflow that has these steps, behind a listener with these settings. */
export async function buildStage(
  context: Context,
  steps: readonly unknown[] = [nothing],
  listener: Parameters<typeof saveWorkflow>[1]['listener'] = {},
): Promise<Stage> {
  const workspace = await buildWorkspace(context);
  await changing(context, workspace.id, (change) => saveRole(change, { name: 'Everything', isAdmin: true }));
  const owner = await buildUser(context, workspace.id, { role: 'Everything' });
  const saved = await changing(context, workspace.id, (change) =>
    saveWorkflow(change, { name: workflowName, owner: owner.email, steps, listener }),
  );
  const { id, firstHash, secondHash } = saved.listener;
  const path = `/listener/${firstHash}/${secondHash}`;
  return { context, workspace, owner, listener: id, path, workflow: saved.id };
}

/** A step without side effects. */
export const nothing = { name: 'nothing', type: 'set', values: { done: true } };

/** Changes a stage's workflow. */
export const resave = (
  { context, workspace }: Stage,
  params: Partial<Parameters<typeof saveWorkflow>[1]>,
): Promise<unknown> =>
  changing(context, workspace.id, (change) => saveWorkflow(change, { name: workflowName, ...params }));

/** Deactivates or reactivates the owner of a stage's workflow. */
export const switchOwner = ({ context, workspace, owner }: Stage, active: boolean): Promise<unknown> =>
  changing(context, workspace.id, (change) => saveUser(change, { email: owner.email, active }));

/** Creates a request to a stage's listener, checked against the current settings. */
export async function newRun(
  database: TestDatabase,
  { workspace, listener, context }: Stage,
  params: Partial<NewRun> & { data?: unknown; key?: string } = {},
): Promise<NewRun> {
  const { data = {}, key, ...rest } = params;
  const rows = await database.query(
    `select l.version, s.template_values_version as values from listeners l join workspace_settings s using (workspace_id)
       where workspace_id = $1 and l.id = $2`,
    [workspace.id, listener],
  );
  return {
    workspace: workspace.id,
    host: workspace.host,
    id: uuid7(context.clock.now().getTime() + made++ / 1_000) as RunId,
    listener,
    version: rows[0].version,
    valuesVersion: rows[0].values,
    input: Buffer.from(JSON.stringify(data)),
    facts: { method: 'POST', address: '192.0.2.7', contentType: 'application/json', bodyBytes: 2 },
    depth: 0,
    isAwaited: false,
    isSent: false,
    deliveryKey: key === undefined ? undefined : createHash('sha256').update(key).digest(),
    ...rest,
  };
}

export async function newRuns(
  database: TestDatabase,
  stage: Stage,
  count: number,
  params: Parameters<typeof newRun>[2] = {},
): Promise<NewRun[]> {
  const run = await newRun(database, stage, params);
  const nowMs = stage.context.clock.now().getTime();
  return Array.from({ length: count }, (_, index) => ({ ...run, id: uuid7(nowMs + index) as RunId }));
}

/** Executes one segment. @returns the continuation, if the run waits */
export async function execute(
  context: Context,
  job: RunJob,
  outside: Outside = closedOutside,
): Promise<Continuation[]> {
  await executeAll(context, [job], outside);
  return asleep(context, job);
}

/** Executes one segment of each run, as one batch. */
export async function executeAll(
  context: Context,
  jobs: readonly RunJob[],
  outside: Outside = closedOutside,
): Promise<void> {
  const [failed] = await new RunExecutor({ outside, logger: silent }).execute(context, jobs);
  if (failed) throw failed.error;
}

/** Returns the job that continues a waiting run, and when it is due. */
export async function asleep({ db }: Context, { workspace, run }: RunJob): Promise<Continuation[]> {
  const found = await db.read(workspace, (transaction) => selectLoadedRuns(transaction, workspace, [run]));
  return found.flatMap(({ status, fence, dueAt }) =>
    status === 'waiting' && dueAt ? [[{ workspace, run, fence }, dueAt] as const] : [],
  );
}

/** Reads a run's row, bypassing row-level security. */
export const rowOf = async (database: TestDatabase, { run }: Pick<RunJob, 'run'>) =>
  (await database.query('select * from runs where id = $1', [run]))[0];

/** Reads a run's steps in order, bypassing row-level security. */
export const stepsOf = (database: TestDatabase, { run }: Pick<RunJob, 'run'>): Promise<StepShown[]> =>
  database.query(
    'select path, status, input, output, error from run_steps where run_id = $1 order by position',
    [run],
  );
