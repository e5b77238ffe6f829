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
import { type Arrival, forget, tooMany } from './arrival.ts';
import { recordBlocked } from './blocked.ts';

/** The max failed passkey sign-ins within 15 minutes from one address (spec/sign-in §1.5). */
const maxPerAddress = 100;

/** Starts a sign-in with a passkey. It counts as failed until it is finished. */
export async function beginPasskeySignIn(context: Context, { workspace, visitor, browser }: Arrival) {
  const attempt = await takeAttempt(context, workspace.id, [limitOf(context, visitor)]);
  if (!attempt.isAllowed) throw tooMany(attempt.retryAfterSeconds);
  return askForPasskey(context, browser, workspace);
}

const limitOf = ({ key }: Context, visitor: Visitor) => ({
  subject: attemptSubject(key, 'passkey', countedAddress(visitor.address)),
  most: limitPerAddress(visitor, maxPerAddress),
});

/** Finishes a sign-in with a passkey. It replaces the password and the second factor (spec/sign-in §1.4). */
export async function finishWithPasskey(
  context: Context,
  { workspace, visitor, browser, held }: Arrival,
  response: string,
): Promise<StartedSession> {
  const signed = await checkPasskey(context, browser, workspace, response);
  await requireFresh(context, workspace, visitor, signed);
  return context.db.write(workspace.id, async (transaction) => {
    await forget(transaction, workspace, held);
    return startSession(transaction, context, workspace.id, signed.passkey.user, visitor, true);
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
