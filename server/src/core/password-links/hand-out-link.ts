import { isEmail } from '../../lib/email.ts';
import { HarkError, invalid } from '../../lib/errors.ts';
import type { UserId } from '../../lib/ids.ts';
import type { Actor, Change } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import { addUser, findSignInUser, findUser, type SignInUser, saveUser } from '../users/index.ts';
import type { Workspace } from '../workspaces/index.ts';
import { invitationMail, resetMail } from './mails.ts';
import { makeLink } from './make-link.ts';
import type { LinkPurpose, Mailer } from './password-link.ts';

/** A link for a user. It is sent by email or, if there is no mail server, returned once to its creator. */
export interface HandedOut {
  readonly user: Pick<SignInUser, 'name' | 'email'>;
  readonly expiresAt: Date;
  /** Undefined if the link was sent by email, because then only its recipient should see it. */
  readonly url: string | undefined;
}

export interface Handing {
  readonly actor: Actor;
  readonly workspace: Workspace;
  readonly mailer: Mailer | undefined;
}

/** Creates a user, unless one with this email address exists, and a link to set their first password. */
export function inviteUser(
  context: Context,
  handing: Handing,
  wanted: { email: string; name?: string | undefined; role?: string | undefined },
): Promise<HandedOut> {
  requireEmail(wanted.email);
  // The generated password is never shown, so the link is the only way to sign in.
  return handOut(context, handing, wanted.email, 'invitation', (change) => saveUser(change, wanted));
}

/** Like `inviteUser`, but throws if the email address already exists. */
export function inviteNewUser(
  context: Context,
  handing: Handing,
  wanted: Parameters<typeof addUser>[1],
): Promise<HandedOut> {
  requireEmail(wanted.email);
  return handOut(context, handing, wanted.email, 'invitation', (change) => addUser(change, wanted));
}

function requireEmail(email: string): void {
  if (!isEmail(email)) throw invalid('bad_email', `"${email}" isn't a valid email address.`);
}

/** Creates a link to set a new password. The current password works until the link is used. */
export const resetPassword = (context: Context, handing: Handing, email: string): Promise<HandedOut> =>
  handOut(context, handing, email, 'reset');

export async function resetPasswordOf(context: Context, handing: Handing, id: UserId): Promise<HandedOut> {
  const workspace = handing.workspace.id;
  const { email } = await context.db.read(workspace, (transaction) => findUser(transaction, workspace, id));
  return resetPassword(context, handing, email);
}

async function handOut(
  { db, clock, key }: Context,
  { actor, workspace, mailer }: Handing,
  email: string,
  purpose: LinkPurpose,
  prepare?: (change: Change) => Promise<unknown>,
): Promise<HandedOut> {
  const { user, url, expiresAt } = await db.write(workspace.id, async (transaction) => {
    const change = { transaction, workspace: workspace.id, actor, clock, key };
    await prepare?.(change);
    const user = await findSignInUser(transaction, workspace.id, email);
    if (!user) throw invalid('unknown_user', `There is no active user ${email} in this workspace.`);
    return { user, ...(await makeLink(change, workspace, user, purpose)) };
  });
  if (!mailer) return { user, expiresAt, url };
  const mail = purpose === 'invitation' ? invitationMail : resetMail;
  await mailer.send(mail(workspace, user, url)).catch(notMailed);
  return { user, expiresAt, url: undefined };
}

/** The error if the email can't be sent. The user and the link exist nevertheless. */
function notMailed(cause: unknown): never {
  throw new HarkError(
    'unavailable',
    'mail_not_sent',
    "The user was created, but the mail server rejected the email. When email works again, send a link from the user's page.",
    { cause },
  );
}
