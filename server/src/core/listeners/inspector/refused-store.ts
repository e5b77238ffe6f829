import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { Tables } from '../../../db/tables.gen.ts';
import type { WorkflowId, WorkspaceId } from '../../../lib/ids.ts';
import type { Refusal } from '../checks/refusals.ts';
import type { RefusedRequest } from './refused-request.ts';

/** Stores rejected requests. Skips listeners that have been deleted since. */
export async function insertRefused(
  transaction: Transaction,
  workspace: WorkspaceId,
  requests: readonly RefusedRequest[],
): Promise<void> {
  const given = requests.map((request) => ({
    listener_id: request.listener,
    at: request.at,
    method: request.method,
    reason: request.reason,
    address: request.address,
    header_names: request.headerNames,
    status: request.status,
    content_type: request.contentType,
    body_bytes: request.bodyBytes,
    failed_check: request.failed?.check ?? null,
    failed_detail: request.failed?.detail ?? null,
  }));
  await transaction.query(sql`
    insert into refused_requests (workspace_id, listener_id, at, method, reason, address, header_names, status,
                                  content_type, body_bytes, failed_check, failed_detail)
    select ${workspace}, given.*
    from json_to_recordset(${JSON.stringify(given)}::json)
      given (listener_id bigint, at timestamptz, method text, reason text, address text, header_names text[],
             status smallint, content_type text, body_bytes bigint, failed_check text, failed_detail text)
    where exists (select from listeners l where l.workspace_id = ${workspace} and l.id = given.listener_id)`);
}

export function selectRefusedOfWorkflow(
  transaction: Transaction,
  workspace: WorkspaceId,
  workflow: WorkflowId,
  { most, leftOut = [] }: { readonly most: number; readonly leftOut?: readonly Refusal['reason'][] },
): Promise<Pick<Tables['refused_requests'], 'at' | 'method' | 'reason' | 'address' | 'header_names'>[]> {
  return transaction.query(sql`
    select r.at, r.method, r.reason, r.address, r.header_names
    from refused_requests r join listeners l on l.workspace_id = r.workspace_id and l.id = r.listener_id
    where r.workspace_id = ${workspace} and l.workflow_id = ${workflow} and r.reason <> all(${leftOut}::text[])
    order by r.id desc limit ${most}`);
}
