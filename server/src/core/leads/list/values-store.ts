import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { UserId, WorkspaceId } from '../../../lib/ids.ts';
import type { FieldSet } from '../../lead-fields/index.ts';
import { storedLead } from './lead-list-store.ts';

/** A status, as in one lead that has it. `count` counts up to `maxCounted` leads. */
export interface StatusRow {
  readonly stored: string;
  readonly count: number;
}

const maxStatuses = 50;
const maxCounted = 10_000;
/** The number of leads that are read where no index leads from one value to the next. */
const maxLookedAt = 20_000;
const maxTagged = 1_000;

/**
 * Returns the statuses in use. Each is found with one step in the index of statuses, so the cost depends on the number
 * of statuses and not on the number of leads.
 */
export const selectStatuses = (
  transaction: Transaction,
  workspace: WorkspaceId,
  fields: FieldSet,
): Promise<StatusRow[]> =>
  transaction.query<StatusRow>(sql`
    with recursive keys (key, n) as (
      select min(status_key), 1 from leads where workspace_id = ${workspace}
      union all
      select (select min(l.status_key) from leads l where l.workspace_id = ${workspace} and l.status_key > k.key), k.n + 1
      from keys k where k.key is not null and k.n < ${maxStatuses})
    select found.stored, counted.count from keys k,
      lateral (select ${storedLead(fields)} as stored from leads l
        where l.workspace_id = ${workspace} and l.status_key = k.key order by l.id desc limit 1) found,
      lateral (select count(*) as count from (select from leads l
        where l.workspace_id = ${workspace} and l.status_key = k.key limit ${maxCounted}) c) counted
    where k.key is not null`);

/** Returns the statuses among a user's latest leads. */
export const selectStatusesOf = (
  transaction: Transaction,
  workspace: WorkspaceId,
  owner: UserId,
  fields: FieldSet,
): Promise<StatusRow[]> =>
  transaction.query<StatusRow>(sql`
    with statuses as (
      select status_key, count(*) as count, max(id) as id from (
        select l.status_key, l.id from leads l where l.workspace_id = ${workspace} and l.owner_id = ${owner}
        order by l.id desc limit ${maxLookedAt}) latest
      where status_key is not null group by status_key order by 2 desc limit ${maxStatuses})
    select ${storedLead(fields)} as stored, s.count from statuses s
    join leads l on l.workspace_id = ${workspace} and l.id = s.id`);

/** Returns the latest leads that have tags. */
export const selectTagged = (
  transaction: Transaction,
  workspace: WorkspaceId,
  owner: UserId | null,
  fields: FieldSet,
): Promise<{ stored: string }[]> =>
  transaction.query<{ stored: string }>(sql`
    select ${storedLead(fields)} as stored from (
      select l.id, l.field_set, l.wire, l.tag_keys from leads l
      where l.workspace_id = ${workspace} ${owner === null ? sql`` : sql`and l.owner_id = ${owner}`}
      order by l.id desc limit ${maxTagged}) l
    where l.tag_keys <> '{}'`);
