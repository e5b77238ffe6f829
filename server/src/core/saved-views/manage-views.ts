import { conflict, HarkError } from '../../lib/errors.ts';
import type { SavedViewId } from '../../lib/ids.ts';
import { may, type Principal } from '../access/index.ts';
import { recordAudit } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import { requireShort, type ViewDefinition } from './saved-view.ts';
import {
  countOtherViews,
  deleteView,
  type SavedView,
  selectView,
  selectViews,
  upsertView,
} from './saved-view-store.ts';

const maxViews = 100;

/**
 * Lists the user's own views and shared views. Which leads they show depends on each user's own permissions.
 */
export const listViews = ({ db }: Context, { workspace, user }: Principal): Promise<SavedView[]> =>
  db.read(workspace.id, (transaction) => selectViews(transaction, workspace.id, user.id));

/** Saves a view, replacing the user's own view with the same name. Only administrators can share views. */
export function saveView(
  { db, clock, key }: Context,
  principal: Principal,
  origin: string,
  wanted: { name: string; definition: ViewDefinition; isShared: boolean },
): Promise<SavedViewId> {
  const { workspace, user, means } = principal;
  if (wanted.isShared && !may(principal, 'saved_views.share')) throw notAllowed();
  requireShort(wanted.definition);
  return db.write(workspace.id, async (transaction) => {
    if ((await countOtherViews(transaction, workspace.id, user.id, wanted.name)) >= maxViews)
      throw conflict('too_many_views', `You have ${maxViews} saved views. Delete some first.`);
    const id = await upsertView(transaction, workspace.id, { user: user.id, ...wanted });
    if (wanted.isShared) {
      await recordAudit(
        { transaction, workspace: workspace.id, actor: { user, means, origin }, clock, key },
        {
          action: 'created',
          subject: { type: 'saved_view', id, name: wanted.name },
          old: {},
          new: { is_shared: true },
        },
      );
    }
    return id;
  });
}

/** Deletes one of the user's own views. Administrators can also delete shared views. */
export function removeView(
  { db, clock, key }: Context,
  principal: Principal,
  origin: string,
  id: SavedViewId,
): Promise<void> {
  const { workspace, user, means } = principal;
  return db.write(workspace.id, async (transaction) => {
    const view = await selectView(transaction, workspace.id, id);
    const isOwn = view?.user.id === user.id;
    if (!view || (!isOwn && !view.isShared))
      throw new HarkError('not-found', 'not_found', 'This view no longer exists.');
    if (!isOwn && !may(principal, 'saved_views.share')) throw notAllowed();
    await deleteView(transaction, workspace.id, id);
    if (!view.isShared) return;
    await recordAudit(
      { transaction, workspace: workspace.id, actor: { user, means, origin }, clock, key },
      {
        action: 'deleted',
        subject: { type: 'saved_view', id, name: view.name },
        old: { is_shared: true },
        new: {},
      },
    );
  });
}

const notAllowed = () =>
  new HarkError('forbidden', 'not_allowed', 'Only administrators can share views or stop sharing them.');
