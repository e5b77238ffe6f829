import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import { twoKeysMark } from '../../db/tenancy/log-in.ts';

/** Allows only one rotation at a time; a second one waits. */
export async function lockKeys(transaction: Transaction): Promise<void> {
  await transaction.query(sql`lock table installation_keys in share row exclusive mode`);
}

export async function selectKeys(transaction: Transaction): Promise<string[]> {
  const rows = await transaction.query<{ check_value: string }>(
    sql`select check_value from installation_keys order by number`,
  );
  return rows.map((row) => row.check_value);
}

export async function insertKey(transaction: Transaction, number: number, checkValue: string): Promise<void> {
  await transaction.query(
    sql`insert into installation_keys (number, check_value) values (${number}, ${checkValue})`,
  );
}

export async function deleteOtherKeys(transaction: Transaction, number: number): Promise<void> {
  await transaction.query(sql`delete from installation_keys where number <> ${number}`);
}

/** Returns the names of connected processes that have only one key. */
export async function selectWithOneKey(
  transaction: Transaction,
  roles: readonly string[],
): Promise<string[]> {
  const rows = await transaction.query<{ name: string }>(sql`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and usename = any(${roles}::text[]) and application_name like 'hark-%'
      and right(application_name, length(${twoKeysMark})) <> ${twoKeysMark}
    order by 1`);
  return rows.map(({ name }) => name);
}
