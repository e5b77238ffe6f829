import { emailKey } from '../../lib/email.ts';
import { attemptSubject, takeAttempt } from '../attempts/index.ts';
import type { Context } from '../context/index.ts';
import { countedAddress, limitPerAddress, selectMaySkipSso, type Visitor } from '../sessions/index.ts';
import { findSignInUser } from '../users/index.ts';
import type { Workspace } from '../workspaces/index.ts';
import { resetMail } from './mails.ts';
import { makeLink } from './make-link.ts';
import type { Mailer } from './password-link.ts';

/** The max requests per account in 15 minutes. Limits spam to a mailbox and attempts to guess accounts. */
const maxPerAccount = 3;
const maxPerAddress = 20;

/**
 * Counts a request for a reset link. Rejects callers only if they ask too often, whether or not the account
 * exists. `sendReset` decides whether to send a link; the caller doesn't wait for it.
 */
export async function takeResetRequest(
  context: Context,
  { id }: Workspace,
  email: string,
  visitor: Visitor,
): Promise<void> {
  await takeAttempt(context, id, [
    { subject: attemptSubject(context.key, 'reset', emailKey(email)), most: maxPerAccount },
    {
      subject: attemptSubject(context.key, 'reset-from', countedAddress(visitor.address)),
      most: limitPerAddress(visitor, maxPerAddress),
    },
  ]);
}

/** Sends the link to the active user with this email address, if there is one. */
export async function sendReset(
  { db, clock, key }: Context,
  workspace: Workspace,
  email: string,
  { address }: Visitor,
  mailer: Mailer,
): Promise<void> {
  const actor = { user: null, means: { type: 'ui' }, origin: address } as const;
  const made = await db.write(workspace.id, async (transaction) => {
    const user = await findSignInUser(transaction, workspace.id, email);
    if (!user || !(await selectMaySkipSso(transaction, workspace.id, user.id))) return undefined;
    const change = { transaction, workspace: workspace.id, actor, clock, key };
    return { user, ...(await makeLink(change, workspace, user, 'reset')) };
  });
  // The email is sent outside the transaction, so a slow mail server doesn't keep a database connection busy.
  if (made) await mailer.send(resetMail(workspace, made.user, made.url));
}
