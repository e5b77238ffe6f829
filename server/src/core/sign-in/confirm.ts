import { HarkError, invalid } from '../../lib/errors.ts';
import { attemptSubject, takeAttempt } from '../attempts/index.ts';
import type { Context } from '../context/index.ts';
import { checkPasskey, refusedPasskey } from '../second-factors/index.ts';
import { type Session, updateConfirmed, type Visitor } from '../sessions/index.ts';
import type { Browser } from '../sign-in-flows/index.ts';
import { checkPassword } from '../users/index.ts';

import { requireFresh } from './passkey-sign-in.ts';

/** How long a confirmation lasts (spec/sign-in §3.1). */
const confirmedMs = 15 * 60_000;
const maxWrong = 10;

export const isConfirmed = ({ clock }: Context, { confirmedAt }: Session): boolean =>
  clock.now().getTime() - confirmedAt.getTime() < confirmedMs;

/** Throws unless the user has proved who they are within the last 15 minutes. */
export function requireConfirmed(context: Context, session: Session): void {
  if (!isConfirmed(context, session))
    throw new HarkError('forbidden', 'confirmation_required', "Confirm that it's you, then try again.");
}

/** Confirms with the password that the signed-in user is the one who uses the browser now. */
export const confirmWithPassword = (context: Context, session: Session, password: string): Promise<void> =>
  confirmWith(context, session, async () => {
    // Otherwise a password that single sign-on has replaced would still open sensitive acts.
    if (session.isSso) throw invalid('wrong_password', 'Confirm with single sign-on or a passkey.');
    const { workspace, user } = session.principal;
    const { isRight, user: known } = await checkPassword(context, workspace.id, user.email, password);
    if (!isRight || known?.id !== user.id) throw invalid('wrong_password', 'The password is wrong.');
  });

/** Confirms with the response of one of the user's passkeys. */
export const confirmWithPasskey = (
  context: Context,
  session: Session,
  { browser, visitor }: { readonly browser: Browser; readonly visitor: Visitor },
  response: string,
): Promise<void> =>
  confirmWith(context, session, async () => {
    const { workspace, user } = session.principal;
    const signed = await checkPasskey(context, browser, workspace, response);
    if (signed.passkey.user.id !== user.id) throw refusedPasskey();
    await requireFresh(context, workspace, visitor, signed);
  });

/** Confirms unless the check throws. Failed checks are limited per user. */
async function confirmWith(context: Context, session: Session, check: () => Promise<void>): Promise<void> {
  const { workspace, user } = session.principal;
  const subject = attemptSubject(context.key, 'confirm', String(user.id));
  const attempt = await takeAttempt(context, workspace.id, [{ subject, most: maxWrong }]);
  await check();
  await attempt.takeBack();
  const now = context.clock.now();
  await context.db.write(workspace.id, (transaction) =>
    updateConfirmed(transaction, workspace.id, session.id, now),
  );
}
