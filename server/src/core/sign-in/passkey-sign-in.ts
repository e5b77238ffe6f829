import { attemptSubject, takeAttempt } from '../attempts/index.ts';
import type { Context } from '../context/index.ts';
import {
  askForPasskey,
  checkPasskey,
  notePasskeyUse,
  refusedPasskey,
  type SignedChallenge,
} from '../second-factors/index.ts';
import {
  countedAddress,
  limitPerAddress,
  type StartedSession,
  startSession,
  type Visitor,
} from '../sessions/index.ts';
import type { Workspace } from '../workspaces/index.ts';
import { recordBlocked } from './blocked.ts';
import { forget, type SignInRequest } from './sign-in-request.ts';

/** The max sign-ins with passkeys within 15 minutes that one address starts or fails (spec/sign-in §1.5). */
const maxPerAddress = 100;

/** Starts a sign-in with a passkey. It counts until a sign-in from this address succeeds. */
export async function beginPasskeySignIn(context: Context, { workspace, visitor, browser }: SignInRequest) {
  await takeAttempt(context, workspace.id, [limitOf(context, visitor)]);
  return askForPasskey(context, browser, workspace);
}

const limitOf = ({ key }: Context, visitor: Visitor) => ({
  subject: attemptSubject(key, 'passkey', countedAddress(visitor.address)),
  most: limitPerAddress(visitor, maxPerAddress),
});

/** Finishes a sign-in with a passkey. It replaces the password and the second factor (spec/sign-in §1.4). */
export async function finishWithPasskey(
  context: Context,
  { workspace, visitor, browser, held }: SignInRequest,
  response: string,
): Promise<StartedSession> {
  const attempt = await takeAttempt(context, workspace.id, [limitOf(context, visitor)]);
  const signed = await checkPasskey(context, browser, workspace, response);
  await requireFresh(context, workspace, visitor, signed);
  await attempt.takeBack();
  return context.db.write(workspace.id, async (transaction) => {
    await forget(transaction, workspace, held);
    return startSession(transaction, context, workspace.id, signed.passkey.user, visitor, {
      hasSecondFactor: true,
    });
  });
}

/** Refuses a passkey whose counter hasn't grown: someone may have copied it (spec/sign-in §1.4). */
export async function requireFresh(
  context: Context,
  workspace: Workspace,
  visitor: Visitor,
  signed: SignedChallenge,
): Promise<void> {
  const isFresh = await context.db.write(workspace.id, (transaction) =>
    notePasskeyUse(transaction, workspace, signed, context.clock.now()),
  );
  if (isFresh) return;
  const { name, user } = signed.passkey;
  const reason = `the passkey "${name}" may have been copied: its counter has not grown`;
  await recordBlocked(context, workspace, user, visitor, reason);
  throw refusedPasskey();
}
