import { type Statement, sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import { uuid7 } from '../../lib/crypto/uuid7.ts';
import type { LeadId, RunId, WorkflowId, WorkspaceId } from '../../lib/ids.ts';

/** What can happen (spec/events §1.2). */
export const eventTypes = [
  'lead.created',
  'lead.updated',
  'lead.deleted',
  'run.succeeded',
  'run.failed',
  'listener.refusing',
] as const;

export type EventType = (typeof eventTypes)[number];
export type LeadEventType = Extract<EventType, `lead.${string}`>;

/** What an event says about a change of a lead, besides the lead itself. */
export interface LeadEventData {
  readonly changes: readonly { readonly field: string; readonly old: unknown; readonly new: unknown }[];
  readonly by: {
    readonly user: { readonly id: number; readonly name: string } | null;
    readonly means: { readonly type: string; readonly id: number | null; readonly name: string | null };
  };
}

export interface NewLeadEvent {
  readonly type: LeadEventType;
  readonly at: Date;
  readonly startsTriggers: boolean;
  readonly run: RunId | null;
  readonly data: LeadEventData;
}

/**
 * Writes an event for each row of `leads`, which has the columns `id`, `lead`, `before` and `field_set`. Part of the
 * statement that changes the lead, so an event exists exactly if the change does.
 */
export const eventInsert = (
  workspace: WorkspaceId,
  leads: Statement,
  { type, at, startsTriggers, run, data }: NewLeadEvent,
): Statement => sql`
  insert into events (workspace_id, uid, type, at, starts_triggers, run_id, lead_id, lead, before, field_set, data)
  select ${workspace}::bigint, ${uuid7(at.getTime())}::uuid, ${type}, ${at}::timestamptz, ${startsTriggers},
         ${run}::uuid, id, lead, before, field_set, ${JSON.stringify(data)}::jsonb
  from ${leads}`;

/** An event as it is stored. */
export interface StoredEvent {
  readonly id: number;
  readonly uid: string;
  readonly type: EventType;
  readonly at: Date;
  readonly startsTriggers: boolean;
  /** The run that caused the event. */
  readonly run: RunId | null;
  /** The depth of that run, if it still exists. */
  readonly depth: number | null;
  /** Of a lead event, the lead and the lead before an edit as they are stored. */
  readonly lead: string | null;
  readonly before: string | null;
  readonly fieldSet: number | null;
  /** The workflow of an event that isn't about a lead. */
  readonly workflow: WorkflowId | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Finds workspaces with events that the relay hasn't handled yet, skipping suspended ones. */
export async function selectPendingWorkspaces(
  transaction: Transaction,
  most: number,
): Promise<WorkspaceId[]> {
  const rows = await transaction.query<{ workspace_id: WorkspaceId }>(sql`
    with recursive pending as (
      (select workspace_id from events where position is null order by workspace_id limit 1)
      union all
      select (select e.workspace_id from events e where e.position is null and e.workspace_id > p.workspace_id
              order by e.workspace_id limit 1)
      from pending p where p.workspace_id is not null)
    select p.workspace_id from pending p join workspaces d on d.id = p.workspace_id and d.suspended_at is null
    limit ${most}`);
  return rows.map(({ workspace_id }) => workspace_id);
}

/** Locks the workspace's relay. @returns the last position given, or undefined if another process relays */
export async function lockRelay(
  transaction: Transaction,
  workspace: WorkspaceId,
): Promise<number | undefined> {
  await transaction.query(
    sql`insert into event_relays (workspace_id) values (${workspace}) on conflict do nothing`,
  );
  const row = await transaction.first<{ position: number }>(
    sql`select position from event_relays where workspace_id = ${workspace} for update skip locked`,
  );
  return row?.position;
}

interface EventRow {
  id: number;
  uid: string;
  type: EventType;
  at: Date;
  starts_triggers: boolean;
  run_id: RunId | null;
  depth: number | null;
  lead: string | null;
  before: string | null;
  field_set: number | null;
  workflow_id: WorkflowId | null;
  data: Record<string, unknown>;
}

const selectStored = async (transaction: Transaction, rest: Statement): Promise<StoredEvent[]> => {
  const rows = await transaction.query<EventRow>(sql`
    select e.id, e.uid, e.type, e.at, e.starts_triggers, e.run_id, r.depth, e.lead, e.before, e.field_set,
           e.workflow_id, e.data
    from events e left join runs r on r.workspace_id = e.workspace_id and r.id = e.run_id
    where ${rest}`);
  return rows.map(({ starts_triggers, run_id, field_set, workflow_id, ...event }) => ({
    ...event,
    startsTriggers: starts_triggers,
    run: run_id,
    fieldSet: field_set,
    workflow: workflow_id,
  }));
};

/** Returns the oldest events that the relay hasn't handled yet, in the order in which they were written. */
export const selectPending = (
  transaction: Transaction,
  workspace: WorkspaceId,
  most: number,
): Promise<StoredEvent[]> =>
  selectStored(
    transaction,
    sql`e.workspace_id = ${workspace} and e.position is null order by e.id limit ${most}`,
  );

/** Returns the events at these positions, in their order. */
export const selectAtPositions = (
  transaction: Transaction,
  workspace: WorkspaceId,
  positions: readonly number[],
): Promise<StoredEvent[]> =>
  selectStored(
    transaction,
    sql`e.workspace_id = ${workspace} and e.position = any(${positions}::bigint[]) order by e.position`,
  );

export async function selectEvent(
  transaction: Transaction,
  workspace: WorkspaceId,
  uid: string,
): Promise<StoredEvent | undefined> {
  const [event] = await selectStored(
    transaction,
    sql`e.workspace_id = ${workspace} and e.uid = ${uid}::uuid`,
  );
  return event;
}

/** Events of these types in a period, both ends included. */
interface EventPeriod {
  readonly types: readonly string[];
  readonly from: Date;
  readonly to: Date;
}

/** Returns the next events of a period after an event's ID, without those that the relay hasn't handled yet. */
export const selectPeriod = (
  transaction: Transaction,
  workspace: WorkspaceId,
  { types, from, to }: EventPeriod,
  after: number,
  most: number,
): Promise<StoredEvent[]> =>
  selectStored(
    transaction,
    sql`e.workspace_id = ${workspace} and e.id > ${after} and e.position is not null
      and e.at >= ${from} and e.at <= ${to} and e.type = any(${types}::text[]) order by e.id limit ${most}`,
  );

/** Gives these events the positions after `last`, in their order. */
export async function givePositions(
  transaction: Transaction,
  workspace: WorkspaceId,
  events: readonly number[],
  last: number,
): Promise<void> {
  await transaction.query(sql`
    update events e set position = ${last} + given.number
    from unnest(${events}::bigint[]) with ordinality given (id, number)
    where e.workspace_id = ${workspace} and e.id = given.id`);
  await transaction.query(
    sql`update event_relays set position = ${last + events.length} where workspace_id = ${workspace}`,
  );
}

/** Deletes a lead's events. @returns how many were deleted */
export async function deleteEvents(
  transaction: Transaction,
  workspace: WorkspaceId,
  lead: LeadId,
): Promise<number> {
  const { removed } = await transaction.one<{ removed: number }>(sql`
    with gone as (delete from events where workspace_id = ${workspace} and lead_id = ${lead} returning 1)
    select count(*) as removed from gone`);
  return removed;
}

/** Deletes at most `most` events that happened before a time, in all workspaces. @returns how many were deleted */
export async function deleteOldEvents(transaction: Transaction, before: Date, most: number): Promise<number> {
  const { removed } = await transaction.one<{ removed: number }>(sql`
    with gone as (
      delete from events where ctid = any(array(select ctid from events where at < ${before} limit ${most}))
      returning 1)
    select count(*) as removed from gone`);
  return removed;
}
