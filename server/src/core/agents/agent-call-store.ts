import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { Tables } from '../../db/tables.gen.ts';
import type { UpkeepDatabase } from '../../db/upkeep-database.ts';
import type { LeadId, WorkspaceId } from '../../lib/ids.ts';
import type { AgentCall, CallPage, EndedCall, StartedCall } from './agent-call.ts';

const batchRows = 1_000;

export async function insertCall(
  transaction: Transaction,
  workspace: WorkspaceId,
  { at, user, client, tool, arguments: given }: StartedCall,
): Promise<number> {
  const { id } = await transaction.one<{ id: number }>(sql`
    insert into agent_calls (workspace_id, at, user_id, user_name, client_type, client_id, client_name, tool, arguments)
    values (${workspace}, ${at}, ${user.id}, ${user.name}, ${client.type}, ${client.id}, ${client.name}, ${tool},
            ${given})
    returning id`);
  return id;
}

/** Records the end of a call. A finished call is never changed again. */
export async function updateCall(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: number,
  { outcome, error, resultBytes, durationMs, leads }: EndedCall,
): Promise<void> {
  await transaction.query(sql`
    update agent_calls set outcome = ${outcome}, error = ${error}, result_bytes = ${resultBytes},
                           duration_ms = ${durationMs}, lead_ids = ${leads}::bigint[]
    where workspace_id = ${workspace} and id = ${id} and outcome is null`);
}

export async function selectCalls(
  transaction: Transaction,
  workspace: WorkspaceId,
  { limit, before, tool, user, isOk }: CallPage,
): Promise<AgentCall[]> {
  const conditions = [
    before === undefined ? sql`` : sql`and id < ${before}`,
    tool === undefined ? sql`` : sql`and tool = ${tool}`,
    user === undefined ? sql`` : sql`and user_id = ${user}`,
    isOk === undefined ? sql`` : sql`and (outcome is not null and outcome = 'ok') = ${isOk}`,
  ].reduce((all, one) => sql`${all} ${one}`);
  const rows = await transaction.query<Tables['agent_calls']>(sql`
    select workspace_id, id, at, user_id, user_name, client_type, client_id, client_name, tool, arguments, lead_ids, outcome,
           error, result_bytes, duration_ms
    from agent_calls where workspace_id = ${workspace} ${conditions} order by id desc limit ${limit}`);
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    user: { id: row.user_id, name: row.user_name },
    client: { type: row.client_type, id: row.client_id, name: row.client_name },
    tool: row.tool,
    arguments: row.arguments,
    outcome: row.outcome,
    error: row.error,
    resultBytes: row.result_bytes,
    durationMs: row.duration_ms,
    // The driver returns bigint arrays as strings.
    leads: row.lead_ids.map((id) => Number(id) as LeadId),
  }));
}

/**
 * Used to erase a person: deletes calls that were about the lead or returned it
 * (docs/design/erasure-and-retention.md). Reads all stored calls in the workspace, which cover a few weeks.
 */
export async function deleteCallsAbout(
  transaction: Transaction,
  workspace: WorkspaceId,
  lead: LeadId,
): Promise<number> {
  const rows = await transaction.query(sql`
    delete from agent_calls where workspace_id = ${workspace} and ${lead} = any(lead_ids) returning 1`);
  return rows.length;
}

/**
 * Used to erase a person: deletes calls that name an email address but found no lead, such as a search
 * without results.
 */
export async function deleteCallsNaming(
  transaction: Transaction,
  workspace: WorkspaceId,
  addresses: readonly string[],
): Promise<number> {
  const rows = await transaction.query(sql`
    delete from agent_calls c where c.workspace_id = ${workspace} and exists (
      select from unnest(${addresses}::text[]) as address
      where position(lower(address) in lower(concat(c.arguments, ' ', c.error))) > 0)
    returning 1`);
  return rows.length;
}

/** Deletes calls older than their workspace's `agent_call_days`, in batches. */
export async function purgeAgentCalls(upkeep: UpkeepDatabase): Promise<void> {
  for (let count = batchRows; count === batchRows; ) {
    count = await upkeep.run(async (transaction) => {
      const rows = await transaction.query(sql`
        delete from agent_calls c using (
          select k.workspace_id, k.id from agent_calls k join workspace_settings s on s.workspace_id = k.workspace_id
          where k.at < now() - make_interval(days => s.agent_call_days) order by k.at limit ${batchRows}) old
        where c.workspace_id = old.workspace_id and c.id = old.id
        returning 1`);
      return rows.length;
    });
  }
}
