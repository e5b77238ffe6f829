import { fingerprintOf } from '../../lib/crypto/token.ts';
import { HarkError } from '../../lib/errors.ts';
import { listClientsOf } from '../api-clients/index.ts';
import type { Context } from '../context/index.ts';
import { type Factors, readFactors } from '../second-factors/index.ts';
import { selectMaySkipSso, ssoRequired, type Visitor } from '../sessions/index.ts';
import { hashPassword, replacePassword, requireGoodPassword } from '../users/index.ts';
import type { Workspace } from '../workspaces/index.ts';
import { type LiveLink, selectLiveLink, takeLink } from './password-link-store.ts';

/** The error is the same for an unknown, expired, used or superseded link. */
const deadLink = () =>
  new HarkError(
    'not-found',
    'dead_link',
    'This link has expired, was already used, or is incomplete. Request a new one.',
  );

/** Returns a link for its page, without using the link. */
export async function openLink({ db, clock }: Context, { id }: Workspace, token: string): Promise<LiveLink> {
  return db.read(id, async (transaction) => {
    const link = await selectLiveLink(transaction, id, fingerprintOf(token), clock.now());
    if (!link) throw deadLink();
    // A password would be useless (spec/single-sign-on §4.1).
    if (!(await selectMaySkipSso(transaction, id, link.user.id))) throw ssoRequired();
    return link;
  });
}

/** What a new password doesn't revoke, so that the user can check it. */
interface Kept {
  readonly hasApiClients: boolean;
  readonly factors: Factors;
}

/**
 * Sets the password and uses the link, in one transaction. `replacePassword` documents what else the change
 * revokes.
 */
export async function useLink(
  context: Context,
  workspace: Workspace,
  token: string,
  password: string,
  { address }: Visitor,
): Promise<Kept> {
  // Check first, so callers without a valid link can't trigger password hashing.
  const { user } = await openLink(context, workspace, token);
  requireGoodPassword(password, [user.name, user.email, workspace.name]);
  const passwordHash = await hashPassword(password);
  return context.db.write(workspace.id, async (transaction) => {
    const link = await takeLink(transaction, workspace.id, fingerprintOf(token), context.clock.now());
    if (!link) throw deadLink();
    const { id, name } = link.user;
    const actor = {
      user: { id, name },
      means: { type: 'ui', name: link.purpose },
      origin: address,
    } as const;
    const change = { ...context, transaction, workspace: workspace.id, actor };
    if (!(await replacePassword(change, link.user, passwordHash))) throw deadLink();
    const clients = await listClientsOf(transaction, workspace.id, link.user);
    return {
      hasApiClients: clients.length > 0,
      factors: await readFactors(transaction, workspace.id, id),
    };
  });
}
