import { fingerprintOf } from '../../lib/crypto/token.ts';
import { HarkError } from '../../lib/errors.ts';
import { makeChange } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import { deleteOfUser, type Visitor } from '../sessions/index.ts';
import type { Workspace } from '../workspaces/index.ts';
import { hasFactor, readFactors, recordFactorChange } from './factors.ts';
import { deleteCodes } from './recovery-code-store.ts';
import { undoDays } from './undo-link.ts';
import { deleteUndoable, selectUndoable, type UndoableFactor, type UndoKey } from './undo-store.ts';

const undoMs = undoDays * 24 * 3_600_000;

const deadLink = () =>
  new HarkError(
    'not-found',
    'dead_undo_link',
    'The factor was already removed, more than seven days have passed, or the link is incomplete. If there is a factor that you did not add, remove it under Your account, or ask an administrator to reset your second factors.',
  );

const keyOf = ({ clock }: Context, token: string): UndoKey => ({
  undoHash: fingerprintOf(token),
  since: new Date(clock.now().getTime() - undoMs),
});

/** Returns the factor that a link removes, without removing it. */
export async function openUndoLink(
  context: Context,
  { id }: Workspace,
  token: string,
): Promise<UndoableFactor> {
  const found = await context.db.read(id, (tx) => selectUndoable(tx, id, keyOf(context, token)));
  if (!found) throw deadLink();
  return found;
}

/**
 * Removes the factor of a link. The user's sessions end, because someone else may have started them. If no factor is
 * left, the recovery codes go too, even if the role requires a factor: otherwise the user could remove no factor that
 * someone else added (spec/sign-in §1.7).
 */
export async function undoFactor(
  context: Context,
  workspace: Workspace,
  token: string,
  { address }: Visitor,
): Promise<UndoableFactor> {
  const found = await openUndoLink(context, workspace, token);
  const { id, name } = found.user;
  const actor = { user: { id, name }, means: { type: 'ui', name: 'undo' }, origin: address } as const;
  await makeChange(context, workspace.id, actor, async (change) => {
    const { transaction } = change;
    if (!(await deleteUndoable(transaction, workspace.id, keyOf(context, token)))) throw deadLink();
    await deleteOfUser(transaction, workspace.id, id);
    if (!hasFactor(await readFactors(transaction, workspace.id, id)))
      await deleteCodes(transaction, workspace.id, id);
    const { passkey } = found;
    if (passkey === null)
      await recordFactorChange(
        change,
        found.user,
        { authenticator_app: 'set up' },
        { authenticator_app: 'removed' },
      );
    else await recordFactorChange(change, found.user, { passkey }, { passkey: 'removed' });
  });
  return found;
}
