import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { Tables } from '../../db/tables.gen.ts';
import type { SavedViewId, UserId, WorkspaceId } from '../../lib/ids.ts';
import type { ViewDefinition } from './saved-view.ts';

export interface SavedView {
  readonly id: SavedViewId;
  readonly user: { readonly id: UserId; readonly name: string };
  readonly name: string;
  readonly definition: ViewDefinition;
  readonly isShared: boolean;
}

type Row = Tables['saved_views'] & { user_name: string };

/** Returns a user's own and shared views, sorted by name. */
export async function selectViews(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
): Promise<SavedView[]> {
  const rows = await transaction.query<Row>(sql`
    select v.workspace_id, v.id, v.user_id, v.name, v.definition, v.is_shared, u.name as user_name from saved_views v
    join users u on u.workspace_id = v.workspace_id and u.id = v.user_id
    where v.workspace_id = ${workspace} and (v.user_id = ${user} or v.is_shared) order by lower(v.name), v.id`);
  return rows.map(toView);
}

export async function upsertView(
  transaction: Transaction,
  workspace: WorkspaceId,
  { user, name, definition, isShared }: Omit<SavedView, 'id' | 'user'> & { user: UserId },
): Promise<SavedViewId> {
  const { id } = await transaction.one<{ id: SavedViewId }>(sql`
    insert into saved_views (workspace_id, user_id, name, definition, is_shared)
    values (${workspace}, ${user}, ${name}, ${JSON.stringify(definition)}, ${isShared})
    on conflict (workspace_id, user_id, name)
      do update set definition = excluded.definition, is_shared = excluded.is_shared
    returning id`);
  return id;
}

export async function selectView(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: SavedViewId,
): Promise<SavedView | undefined> {
  const row = await transaction.first<Row>(sql`
    select v.workspace_id, v.id, v.user_id, v.name, v.definition, v.is_shared, u.name as user_name from saved_views v
    join users u on u.workspace_id = v.workspace_id and u.id = v.user_id
    where v.workspace_id = ${workspace} and v.id = ${id}`);
  return row && toView(row);
}

/** Counts the user's views, except the one with this name. */
export async function countOtherViews(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
  name: string,
): Promise<number> {
  const { views } = await transaction.one<{ views: number }>(sql`
    select count(*) as views from saved_views
    where workspace_id = ${workspace} and user_id = ${user} and name <> ${name}`);
  return views;
}

export async function deleteView(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: SavedViewId,
): Promise<void> {
  await transaction.query(sql`delete from saved_views where workspace_id = ${workspace} and id = ${id}`);
}

/** Deletes views whose filters contain one of these email addresses. @returns how many were deleted */
export async function deleteViewsNaming(
  transaction: Transaction,
  workspace: WorkspaceId,
  addresses: readonly string[],
): Promise<number> {
  const rows = await transaction.query(sql`
    delete from saved_views v where v.workspace_id = ${workspace} and exists (
      select from unnest(${addresses}::text[]) as address
      where position(lower(address) in lower(v.definition::text)) > 0)
    returning v.id`);
  return rows.length;
}

const toView = (row: Row): SavedView => ({
  id: row.id as SavedViewId,
  user: { id: row.user_id as UserId, name: row.user_name },
  name: row.name,
  definition: row.definition as ViewDefinition,
  isShared: row.is_shared,
});
