import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { Tables } from '../../db/tables.gen.ts';
import type { UserId, WorkspaceId } from '../../lib/ids.ts';

export interface StoredApp {
  readonly sealedSecret: string;
  readonly confirmedAt: Date | null;
}

export async function selectApp(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
): Promise<StoredApp | undefined> {
  const row = await transaction.first<Pick<Tables['authenticator_apps'], 'sealed_secret' | 'confirmed_at'>>(
    sql`select sealed_secret, confirmed_at from authenticator_apps
        where workspace_id = ${workspace} and user_id = ${user}`,
  );
  return row && { sealedSecret: row.sealed_secret, confirmedAt: row.confirmed_at };
}

/** Stores a secret that isn't confirmed yet. Never replaces a confirmed one. */
export async function insertApp(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
  sealedSecret: string,
): Promise<void> {
  await transaction.query(sql`
    insert into authenticator_apps (workspace_id, user_id, sealed_secret) values (${workspace}, ${user}, ${sealedSecret})
    on conflict do nothing`);
}

/** Uses a code: it and earlier codes no longer work. Returns false if they had already been used. */
export async function updateLastStep(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
  step: number,
): Promise<boolean> {
  const row = await transaction.first(sql`
    update authenticator_apps set last_step = ${step}
    where workspace_id = ${workspace} and user_id = ${user} and last_step < ${step} returning 1 as used`);
  return row !== undefined;
}

export async function updateConfirmed(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
  at: Date,
): Promise<void> {
  await transaction.query(sql`
    update authenticator_apps set confirmed_at = ${at} where workspace_id = ${workspace} and user_id = ${user}`);
}

/** Deletes the app. Returns whether it was in use. */
export async function deleteApp(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
): Promise<boolean> {
  const row = await transaction.first<{ was_confirmed: boolean }>(sql`
    delete from authenticator_apps where workspace_id = ${workspace} and user_id = ${user}
    returning confirmed_at is not null as was_confirmed`);
  return row?.was_confirmed ?? false;
}
