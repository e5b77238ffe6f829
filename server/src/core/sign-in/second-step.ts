import type { Transaction } from '../../db/driver/transaction.ts';
import { HarkError } from '../../lib/errors.ts';
import type { UserId } from '../../lib/ids.ts';
import { attemptSubject, takeAttempt } from '../attempts/index.ts';
import { type Change, recordAudit } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import { readFactors, useAppCode, useRecoveryCode, wrongCode } from '../second-factors/index.ts';
import { type StartedSession, startSession } from '../sessions/index.ts';
import { readFlow, takeFlow } from '../sign-in-flows/index.ts';
import { recordBlocked } from './blocked.ts';
import { forget, type SignInRequest } from './sign-in-request.ts';

/** The max wrong codes within 15 minutes for one user, from all addresses together (spec/sign-in §1.5). */
const maxWrongCodes = 5;

/**
 * Which factors the second step can ask for (spec/sign-in §1.1). Undefined if this browser hasn't entered a password.
 */
export async function readSecondStep(
  context: Context,
  { workspace, browser }: SignInRequest,
): Promise<{ readonly hasApp: boolean; readonly hasPasskey: boolean } | undefined> {
  const flow = await readFlow(context, browser, 'second-step');
  if (!flow) return undefined;
  const read = (tx: Transaction) => readFactors(tx, workspace.id, flow.user.id);
  const { appSince, passkeys } = await context.db.read(workspace.id, read);
  return { hasApp: appSince !== null, hasPasskey: passkeys.length > 0 };
}

/** Finishes a sign-in with a code of the user's app, or with one of their recovery codes. */
export async function finishWithCode(
  context: Context,
  { workspace, browser, visitor, held }: SignInRequest,
  code: string,
): Promise<StartedSession> {
  const flow = await readFlow(context, browser, 'second-step');
  if (!flow) throw startAgain();
  const { user } = flow;
  const attempt = await takeAttempt(context, workspace.id, [
    { subject: attemptSubject(context.key, 'second-factor', String(user.id)), most: maxWrongCodes },
  ]);
  const actor = { user, means: { type: 'ui' }, origin: visitor.address } as const;
  const isRight = await context.db.write(workspace.id, (transaction) =>
    useCode({ ...context, transaction, workspace: workspace.id, actor }, user, code),
  );
  if (!isRight) {
    if (attempt.reached.length > 0)
      await recordBlocked(context, workspace, user, visitor, 'too many wrong codes');
    throw wrongCode();
  }
  await attempt.takeBack();
  // Only one request can end the step, so a form that is sent twice starts one session.
  if (!(await takeFlow(context, browser, 'second-step'))) throw startAgain();
  return context.db.write(workspace.id, async (transaction) => {
    await forget(transaction, workspace, held);
    return startSession(transaction, context, workspace.id, user, visitor, { hasSecondFactor: true });
  });
}

const startAgain = () =>
  new HarkError('invalid', 'sign_in_expired', 'Your sign-in took too long. Sign in again.');

/** Uses a code of the app or a recovery code. The audit log shows how many recovery codes are left. */
async function useCode(
  change: Change,
  user: { readonly id: UserId; readonly name: string },
  code: string,
): Promise<boolean> {
  if (await useAppCode(change, user.id, code)) return true;
  if (!(await useRecoveryCode(change, user.id, code))) return false;
  const { recoveryCodes } = await readFactors(change.transaction, change.workspace, user.id);
  await recordAudit(change, {
    action: 'changed',
    subject: { type: 'user', id: user.id, name: user.name },
    old: { recovery_codes: recoveryCodes + 1 },
    new: { recovery_codes: recoveryCodes },
  });
  return true;
}
