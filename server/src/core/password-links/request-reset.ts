import { emailKey } from '../../lib/email.ts';
import { HarkError } from '../../lib/errors.ts';
import { attemptSubject, takeAttempt } from '../attempts/index.ts';
import type { Context } from '../context/index.ts';
import { countedAddress, limitPerAddress, type Visitor } from '../sessions/index.ts';
import { findSignInUser } from '../users/index.ts';
import type { Workspace } from '../workspaces/index.ts';
import { resetMail } from './mails.ts';
import { makeLink } from './make-link.ts';
import type { Mailer } from './password-link.ts';

/** Within 15 minutes: nobody's mailbox is filled, and nobody tries out addresses without end. */
const maxPerAccount = 3;
const maxPerAddress = 20;

/**
 * Counts that somebody asked for a link by mail. Refuses only whoever asks too often, whether or not there is an account;
 * whether one is sent decides `sendReset`, which he does not wait for.
 */
export async function takeResetRequest(
  context: Context,
  { id }: Workspace,
  email: string,
  visitor: Visitor,
): Promise<void> {
  const verdict = await takeAttempt(context, id, [
    { subject: attemptSubject(context.key, 'reset', emailKey(email)), most: maxPerAccount },
    {
      subject: attemptSubject(context.key, 'reset-from', countedAddress(visitor.address)),
      most: limitPerAddress(visitor, maxPerAddress),
    },
  ]);
  if (verdict.isAllowed) return;
  throw new HarkError('too-many', 'too_many_attempts', 'Too many attempts. Try again later.', {
    retryAfterSeconds: verdict.retryAfterSeconds,
  });
}

/** Sends the link to the user with that address; if there is none, or he is switched off, nothing happens. */
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
    if (!user) return undefined;
    const change = { transaction, workspace: workspace.id, actor, clock, key };
    return { user, ...(await makeLink(change, workspace, user, 'reset')) };
  });
  // Outside of the transaction, so that a slow mail server holds no connection.
  if (made) await mailer.send(resetMail(workspace, made.user, made.url));
}
