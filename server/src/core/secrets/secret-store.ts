import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { Tables } from '../../db/tables.gen.ts';
import type { WorkspaceId } from '../../lib/ids.ts';

type SecretRow = Pick<Tables['secrets'], 'id' | 'name' | 'sealed_value' | 'hosts'>;

export function selectSecrets(transaction: Transaction, workspace: WorkspaceId): Promise<SecretRow[]> {
  return transaction.query<SecretRow>(
    sql`select id, name, sealed_value, hosts from secrets where workspace_id = ${workspace} order by name`,
  );
}

export function selectSecretNames(
  transaction: Transaction,
  workspace: WorkspaceId,
): Promise<Pick<SecretRow, 'id' | 'name' | 'hosts'>[]> {
  return transaction.query(
    sql`select id, name, hosts from secrets where workspace_id = ${workspace} order by name`,
  );
}

/** @returns the secret's ID */
export async function upsertStoredSecret(
  transaction: Transaction,
  workspace: WorkspaceId,
  { name, sealed_value, hosts }: Omit<SecretRow, 'id'>,
): Promise<number> {
  const { id } = await transaction.one<{ id: number }>(sql`
    insert into secrets (workspace_id, name, sealed_value, hosts)
    values (${workspace}, ${name}, ${sealed_value}, ${hosts})
    on conflict (workspace_id, name) do update set sealed_value = excluded.sealed_value, hosts = excluded.hosts
    returning id`);
  return id;
}

export async function deleteStoredSecret(
  transaction: Transaction,
  workspace: WorkspaceId,
  name: string,
): Promise<void> {
  await transaction.query(sql`delete from secrets where workspace_id = ${workspace} and name = ${name}`);
}
