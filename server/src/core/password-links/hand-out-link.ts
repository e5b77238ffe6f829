import { invalid } from '../../lib/errors.ts';
import type { Actor } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import { findSignInUser, type SignInUser, saveUser } from '../users/index.ts';
import type { Workspace } from '../workspaces/index.ts';
import { makeLink } from './make-link.ts';
import type { PasswordLink } from './password-link.ts';

/** A link that an administrator or operator hands on himself, and to whom. */
export interface HandedOut extends PasswordLink {
  readonly user: Pick<SignInUser, 'name' | 'email'>;
}

/** Makes a user, if there is none with that address, and a link by which he sets his first password. */
export function inviteUser(
  { db, clock, key }: Context,
  actor: Actor,
  workspace: Workspace,
  wanted: { email: string; name?: string | undefined; role?: string | undefined },
): Promise<HandedOut> {
  return db.withWorkspace(workspace.id, async (transaction) => {
    const change = { transaction, workspace: workspace.id, actor, clock, key };
    // The password that is generated here is shown to nobody: the link is the only way in.
    await saveUser(change, wanted);
    const user = await findSignInUser(transaction, workspace.id, wanted.email);
    if (!user) throw switchedOff(wanted.email);
    return { user, ...(await makeLink(change, workspace, user, 'invitation')) };
  });
}

/** Makes a link by which a user sets another password. The present one works until it is used. */
export function resetPassword(
  { db, clock, key }: Context,
  actor: Actor,
  workspace: Workspace,
  email: string,
): Promise<HandedOut> {
  return db.withWorkspace(workspace.id, async (transaction) => {
    const change = { transaction, workspace: workspace.id, actor, clock, key };
    const user = await findSignInUser(transaction, workspace.id, email);
    if (!user) throw switchedOff(email);
    return { user, ...(await makeLink(change, workspace, user, 'reset')) };
  });
}

const switchedOff = (email: string) =>
  invalid('unknown_user', `There is no user ${email} in this workspace who is switched on.`);
