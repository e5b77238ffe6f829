import type { Database } from '../../db/database.ts';
import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';

/** Stores the setup secret, replacing the previous one. */
export const upsertSetupSecret = (db: Database, secretHash: Buffer, expiresAt: Date): Promise<void> =>
  db.changeInstallation(sql`
    insert into set_up_secrets (secret_hash, expires_at) values (${secretHash}, ${expiresAt})
    on conflict (only_one) do update set secret_hash = excluded.secret_hash, expires_at = excluded.expires_at`);

export async function selectHasSecret(db: Database, secretHash: Buffer, now: Date): Promise<boolean> {
  const rows = await db.readDirectory(
    sql`select from set_up_secrets where secret_hash = ${secretHash} and expires_at > ${now}`,
  );
  return rows.length > 0;
}

/** Deletes the secret in order to use it. If there are several concurrent calls, only one succeeds. */
export async function takeSecret(transaction: Transaction, secretHash: Buffer, now: Date): Promise<boolean> {
  const row = await transaction.first(
    sql`delete from set_up_secrets where secret_hash = ${secretHash} and expires_at > ${now} returning 1`,
  );
  return row !== undefined;
}
