import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { ListenerId, RunId, WorkspaceId } from '../../../lib/ids.ts';
import type { RunStatus } from '../model/run.ts';

export interface DeliveryReceipt {
  readonly run: RunId;
  readonly receivedAt: Date;
  readonly status: RunStatus;
}

/** Finds a listener's run by the hash of its delivery's key, or else by its ID. */
export async function selectReceipt(
  transaction: Transaction,
  {
    workspace,
    listener,
    hashes,
    run,
  }: {
    readonly workspace: WorkspaceId;
    readonly listener: ListenerId;
    readonly hashes: readonly Buffer[];
    readonly run: string | null;
  },
): Promise<DeliveryReceipt | undefined> {
  const texts = hashes.map((hash) => hash.toString('hex'));
  const row = await transaction.first<{ id: RunId; accepted_at: Date; status: RunStatus }>(sql`
    select r.id, r.accepted_at, r.status from runs r
    where r.workspace_id = ${workspace} and r.listener_id = ${listener} and r.id = coalesce(
      (select k.run_id from delivery_keys k
       where k.workspace_id = ${workspace} and k.listener_id = ${listener}
         and k.key_hash in (select decode(hash, 'hex') from unnest(${texts}::text[]) hash)
       limit 1),
      ${run}::uuid)`);
  return row && { run: row.id, receivedAt: row.accepted_at, status: row.status };
}
