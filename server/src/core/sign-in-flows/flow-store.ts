import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { UpkeepDatabase } from '../../db/upkeep-database.ts';
import type { WorkspaceId } from '../../lib/ids.ts';

interface FlowKey {
  readonly browserHash: Buffer;
  readonly purpose: string;
  readonly now: Date;
}

export async function upsertFlow(
  transaction: Transaction,
  workspace: WorkspaceId,
  flow: { browserHash: Buffer; purpose: string; data: object; expiresAt: Date },
): Promise<void> {
  await transaction.query(sql`
    insert into sign_in_flows (workspace_id, browser_hash, purpose, data, expires_at)
    values (${workspace}, ${flow.browserHash}, ${flow.purpose}, ${JSON.stringify(flow.data)}, ${flow.expiresAt})
    on conflict (workspace_id, browser_hash, purpose)
    do update set data = excluded.data, expires_at = excluded.expires_at`);
}

/** Stores a step unless it exists. @returns false if it does */
export async function insertFlow(
  transaction: Transaction,
  workspace: WorkspaceId,
  flow: { browserHash: Buffer; purpose: string; expiresAt: Date },
): Promise<boolean> {
  const row = await transaction.first(sql`
    insert into sign_in_flows (workspace_id, browser_hash, purpose, data, expires_at)
    values (${workspace}, ${flow.browserHash}, ${flow.purpose}, '{}', ${flow.expiresAt})
    on conflict do nothing returning 1 as stored`);
  return row !== undefined;
}

export async function selectFlow(
  transaction: Transaction,
  workspace: WorkspaceId,
  { browserHash, purpose, now }: FlowKey,
): Promise<unknown> {
  const row = await transaction.first<{ data: unknown }>(sql`
    select data from sign_in_flows
    where workspace_id = ${workspace} and browser_hash = ${browserHash} and purpose = ${purpose}
      and expires_at > ${now}`);
  return row?.data;
}

export async function deleteFlow(
  transaction: Transaction,
  workspace: WorkspaceId,
  { browserHash, purpose, now }: FlowKey,
): Promise<unknown> {
  const row = await transaction.first<{ data: unknown; is_live: boolean }>(sql`
    delete from sign_in_flows
    where workspace_id = ${workspace} and browser_hash = ${browserHash} and purpose = ${purpose}
    returning data, expires_at > ${now} as is_live`);
  return row?.is_live ? row.data : undefined;
}

const maxAtOnce = 1_000;

export async function purgeFlows(upkeep: UpkeepDatabase, now: Date): Promise<void> {
  const purge = () =>
    upkeep.run((transaction) =>
      transaction.query(sql`
        delete from sign_in_flows where ctid = any(array(
          select ctid from sign_in_flows where expires_at <= ${now} limit ${maxAtOnce}))
        returning 1`),
    );
  while ((await purge()).length === maxAtOnce);
}
