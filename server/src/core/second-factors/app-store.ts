import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { UserId, WorkspaceId } from '../../lib/ids.ts';

export interface StoredApp {
  readonly sealedSecret: string;
  readonly confirmedAt: Date;
}

export async function selectApp(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
): Promise<StoredApp | undefined> {
  const row = await transaction.first<{ sealed_secret: string; confirmed_at: Date }>(
    // Earlier versions stored apps before they were confirmed.
    sql`select sealed_secret, confirmed_at from authenticator_apps
        where workspace_id = ${workspace} and user_id = ${user} and confirmed_at is not null`,
  );
  return row && { sealedSecret: row.sealed_secret, confirmedAt: row.confirmed_at };
}

export interface ConfirmedApp extends StoredApp {
  /** The 30 seconds that the confirming code belonged to. */
  readonly lastStep: number;
  readonly undoHash: Buffer;
}

/** Stores an app. Returns false if the user already has one. */
export async function insertApp(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
  app: ConfirmedApp,
): Promise<boolean> {
  const row = await transaction.first(sql`
    insert into authenticator_apps as a (workspace_id, user_id, sealed_secret, confirmed_at, last_step, undo_hash)
    values (${workspace}, ${user}, ${app.sealedSecret}, ${app.confirmedAt}, ${app.lastStep}, ${app.undoHash})
    on conflict (workspace_id, user_id) do update
      set sealed_secret = excluded.sealed_secret, confirmed_at = excluded.confirmed_at,
          last_step = excluded.last_step, undo_hash = excluded.undo_hash
      where a.confirmed_at is null
    returning 1 as stored`);
  return row !== undefined;
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
