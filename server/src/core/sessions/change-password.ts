import { conflict, invalid } from '../../lib/errors.ts';
import { attemptSubject, takeAttempt } from '../attempts/index.ts';
import type { Context } from '../context/index.ts';
import { checkPassword, hashPassword, replacePassword, requireGoodPassword } from '../users/index.ts';
import { actorOf } from './actor-of.ts';
import type { Session, Visitor } from './session.ts';
import { type StartedSession, startSession } from './start-session.ts';

const maxWrong = 10;

/**
 * Changes the user's own password. When the transaction commits, all of the user's sessions end in every
 * process, and this browser gets a new session. Failed attempts are limited, so an unattended browser can't
 * be used to guess the password.
 */
export async function changePassword(
  context: Context,
  session: Session,
  { present, wanted }: { present: string; wanted: string },
  visitor: Visitor,
): Promise<StartedSession> {
  const { workspace, user } = session.principal;
  const subject = attemptSubject(context.key, 'change-password', String(user.id));
  const attempt = await takeAttempt(context, workspace.id, [{ subject, most: maxWrong }]);
  const { isRight, user: known } = await checkPassword(context, workspace.id, user.email, present);
  if (!isRight || known?.id !== user.id) throw invalid('wrong_password', 'Your current password is wrong.');
  await attempt.takeBack();
  requireGoodPassword(wanted, [user.name, user.email, workspace.name]);
  if (wanted === present)
    throw invalid('same_password', 'The new password must differ from the current one.');
  const passwordHash = await hashPassword(wanted);
  const actor = actorOf(session, visitor);
  return context.db.write(workspace.id, async (transaction) => {
    const change = { ...context, transaction, workspace: workspace.id, actor };
    const replaced = await replacePassword(change, known, passwordHash);
    if (!replaced)
      throw conflict(
        'password_changed',
        'Your password was changed elsewhere at the same time. Sign in again.',
      );
    const { signInVersion } = replaced;
    const changed = { id: user.id, signInVersion };
    const sso = session.isSso ? { sid: session.identitySid } : undefined;
    return startSession(transaction, context, workspace.id, changed, visitor, {
      hasSecondFactor: session.hasSecondFactor,
      sso,
    });
  });
}
